import { decimal, decimals, whole } from '@ledgergraph/chain-generator/amounts';
import { conditionScript, hashOf, prefixed, varint } from '@ledgergraph/chain-generator/script-bytes';
import { parseAddress } from '@ledgergraph/verus-protocol/address';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type Coin, object, readAmount } from './coin.ts';

/** scriptPubKey as getblock 2 prints it (docs/verus/outputs.md). */
export interface OutputDraft {
  satoshis: bigint;
  script: JsonObject;
}

const CODES = { transfer: 0x08, tokens: 0x09, deposit: 0x0b, feePool: 0x14 };
const VALID_AND_CONVERT = 3;
const TO_SOURCE = 0x200;
const VALID_AND_CROSS_SYSTEM = 0x41;
const KEY_DESTINATION = 2;
const TRANSFERS = 'RTqQe58LSj2yr5CrwYFwcsAQ1edQwmrkUU';
const DEPOSITS = 'RFw9AVfgNKcHe2Vp2eyzHrX65aFD9Ky8df';
const FEE_POOL = 'RQ55dLQ7uGnLx8scXfkaFV6QS6qVBGyxAG';

export function payCoin(address: string, satoshis: bigint): OutputDraft {
  if (parseAddress(address)?.kind === 'IDENTITY')
    return { satoshis, script: condition({ evalnone: 'valid' }, [address], true, conditionScript([address], 0)) };
  const hash = hashOf(address).toString('hex');
  const asm = `OP_DUP OP_HASH160 ${hash} OP_EQUALVERIFY OP_CHECKSIG`;
  const facts = { type: 'pubkeyhash', spendableoutput: true, reqSigs: whole(1), addresses: [address] };
  return { satoshis, script: { ...facts, asm, hex: `76a914${hash}88ac` } };
}

export function payTokens(address: string, currencyId: string, amount: bigint, name: string): OutputDraft {
  const values = decimals(new Map([[currencyId, amount]]));
  const payload = Buffer.concat([Buffer.of(1), hashOf(currencyId), varint(amount)]);
  const bytes = conditionScript([address], CODES.tokens, payload);
  const balance = { reserve_balance: decimals(new Map([[name, amount]])) };
  return {
    satoshis: 0n,
    script: condition(
      { reserveoutput: { version: whole(1), currencyvalues: values } },
      [address],
      true,
      bytes,
      balance,
    ),
  };
}

export interface ConversionRequest {
  chainId: string;
  /** Currency that is given; amounts in satoshis. */
  from: string;
  amount: bigint;
  to: string;
  /** Satoshis of the chain's own currency. */
  fee: bigint;
  payee: string;
}

export function requestConversion({ chainId, from, amount, to, fee, payee }: ConversionRequest): OutputDraft {
  const isSale = from !== chainId;
  const flags = isSale ? VALID_AND_CONVERT | TO_SOURCE : VALID_AND_CONVERT;
  const reservetransfer = {
    version: whole(1),
    currencyvalues: decimals(new Map([[from, amount]])),
    flags: whole(flags),
    convert: true,
    ...(isSale ? { importtosource: true } : {}),
    feecurrencyid: chainId,
    fees: decimal(fee),
    destinationcurrencyid: to,
    destination: { address: payee, type: whole(KEY_DESTINATION) },
  };
  const payload = Buffer.concat([
    ...[Buffer.of(1), hashOf(from), varint(amount), varint(BigInt(flags)), hashOf(chainId), varint(fee)],
    ...[Buffer.of(KEY_DESTINATION), prefixed(hashOf(payee)), hashOf(to)],
  ]);
  return {
    satoshis: isSale ? fee : amount + fee,
    script: condition({ reservetransfer }, [TRANSFERS], false, conditionScript([TRANSFERS], CODES.transfer, payload)),
  };
}

/** Waits for the export to the other chain, in whose own currency the fee is paid. */
export function requestCrossing({
  nameOf,
  ...request
}: ConversionRequest & { nameOf: (currencyId: string) => string }): OutputDraft {
  const { chainId, from, amount, to, fee, payee } = request;
  const reservetransfer = {
    version: whole(1),
    currencyvalues: decimals(new Map([[from, amount]])),
    flags: whole(VALID_AND_CROSS_SYSTEM),
    crosssystem: true,
    exportto: to,
    feecurrencyid: to,
    fees: decimal(fee),
    destinationcurrencyid: to,
    destination: { address: payee, type: whole(KEY_DESTINATION) },
  };
  const payload = Buffer.concat([
    ...[Buffer.of(1), hashOf(from), varint(amount), varint(BigInt(VALID_AND_CROSS_SYSTEM)), hashOf(to), varint(fee)],
    ...[Buffer.of(KEY_DESTINATION), prefixed(hashOf(payee)), hashOf(to), hashOf(to)],
  ]);
  const tokens = from === to ? amount + fee : fee;
  const balance = { reserve_balance: decimals(new Map([[nameOf(to), tokens]])) };
  const bytes = conditionScript([TRANSFERS], CODES.transfer, payload);
  return {
    satoshis: from === chainId ? amount : 0n,
    script: condition({ reservetransfer }, [TRANSFERS], false, bytes, balance),
  };
}

export function holdDeposit(amounts: ReadonlyMap<string, bigint>, chainId: string, currencyId: string): OutputDraft {
  const reservedeposit = { version: whole(1), currencyvalues: decimals(amounts), controllingcurrencyid: currencyId };
  const values = [...amounts].map(([id, amount]) => Buffer.concat([hashOf(id), varint(amount)]));
  const payload = Buffer.concat([Buffer.of(amounts.size), ...values, hashOf(currencyId)]);
  const script = condition({ reservedeposit }, [DEPOSITS], false, conditionScript([DEPOSITS], CODES.deposit, payload));
  return { satoshis: amounts.get(chainId) ?? 0n, script };
}

/** Fees that no coinbase has paid out yet, in satoshis by currency. */
export function holdFees(amounts: ReadonlyMap<string, bigint>): OutputDraft {
  const values = [...amounts].map(([id, amount]) => Buffer.concat([hashOf(id), varint(amount)]));
  const payload = Buffer.concat([Buffer.of(amounts.size), ...values]);
  const bytes = conditionScript([FEE_POOL], CODES.feePool, payload);
  return {
    satoshis: 0n,
    script: condition({ feepool: { version: whole(1), currencyvalues: decimals(amounts) } }, [FEE_POOL], false, bytes),
  };
}

/** @param kind the member that names the output @param balance printed behind `spendableoutput` */
export function condition(
  kind: JsonObject,
  addresses: string[],
  spendable: boolean,
  bytes: { asm: string; hex: string },
  balance: JsonObject = {},
): JsonObject {
  const head = { type: 'cryptocondition', ...kind, spendableoutput: spendable, ...balance };
  return { ...head, reqSigs: whole(1), addresses, ...bytes };
}

export function readRequest(coin: Coin): ConversionRequest | undefined {
  const transfer = object(coin.script.reservetransfer);
  const [from] = Object.keys(object(transfer.currencyvalues));
  const payee = object(transfer.destination).address;
  if (from === undefined || typeof payee !== 'string' || transfer.convert !== true) return undefined;
  return {
    chainId: String(transfer.feecurrencyid),
    from,
    amount: readAmount(object(transfer.currencyvalues)[from]),
    to: String(transfer.destinationcurrencyid),
    fee: readAmount(transfer.fees),
    payee,
  };
}
