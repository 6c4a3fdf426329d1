import { createHash } from 'node:crypto';
import { parseAddress } from '@ledgergraph/verus-protocol/address';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { decimal, decimals, whole } from '#/json-amounts.ts';
import { type Coin, object, readAmount } from './coin.ts';
import { conditionScript, hashOf, prefixed, uint32, varint } from './script-bytes.ts';

/** An output before its transaction gives it a place; scriptPubKey as getblock 2 prints it (docs/verus/outputs.md). */
export interface OutputDraft {
  satoshis: bigint;
  script: JsonObject;
}

const CODES = {
  transfer: 0x08,
  tokens: 0x09,
  reservation: 0x0a,
  deposit: 0x0b,
  identity: 0x0e,
  commitment: 0x11,
  feePool: 0x14,
};
const VALID_AND_CONVERT = 3;
const TO_SOURCE = 0x200;
const KEY_DESTINATION = 2;
const FINALIZES_EXPORT = 2;
const NO_HASH = '00'.repeat(32);
const TRANSFERS = 'RTqQe58LSj2yr5CrwYFwcsAQ1edQwmrkUU';
const DEPOSITS = 'RFw9AVfgNKcHe2Vp2eyzHrX65aFD9Ky8df';
const EXPORTS = 'RGkrs7SndcpsV61oKK2jYdMiU8PgkLU2qP';
const FINALIZATIONS = 'REL7oLNeaeoQB1XauiHfcvjKMZC52Uj5xF';
const IMPORTS = 'RKLN7wFhbrJFkPG8XkKteErAe5CjqoddTm';
const FEE_POOL = 'RQ55dLQ7uGnLx8scXfkaFV6QS6qVBGyxAG';

/** Native coin to a key or an identity. */
export function payCoin(address: string, satoshis: bigint): OutputDraft {
  if (parseAddress(address)?.kind === 'IDENTITY')
    return { satoshis, script: condition({ evalnone: 'valid' }, [address], true, conditionScript([address], 0)) };
  const hash = hashOf(address).toString('hex');
  const asm = `OP_DUP OP_HASH160 ${hash} OP_EQUALVERIFY OP_CHECKSIG`;
  const facts = { type: 'pubkeyhash', spendableoutput: true, reqSigs: whole(1), addresses: [address] };
  return { satoshis, script: { ...facts, asm, hex: `76a914${hash}88ac` } };
}

/** Tokens to a key or an identity. @param name of the currency */
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
  /** Currency that is given, and how much of it, in satoshis. */
  from: string;
  amount: bigint;
  /** Currency that is wanted. */
  to: string;
  /** Satoshis of the chain's own currency. */
  fee: bigint;
  payee: string;
}

/** A request to convert, which waits for the basket's import. */
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

/** Coins that a currency holds. */
export function holdDeposit(amounts: ReadonlyMap<string, bigint>, chainId: string, currencyId: string): OutputDraft {
  const reservedeposit = { version: whole(1), currencyvalues: decimals(amounts), controllingcurrencyid: currencyId };
  const values = [...amounts].map(([id, amount]) => Buffer.concat([hashOf(id), varint(amount)]));
  const payload = Buffer.concat([Buffer.of(amounts.size), ...values, hashOf(currencyId)]);
  const script = condition({ reservedeposit }, [DEPOSITS], false, conditionScript([DEPOSITS], CODES.deposit, payload));
  return { satoshis: amounts.get(chainId) ?? 0n, script };
}

/** Commitment to a name. @param hash as it is printed */
export function commitTo(hash: string, address: string): OutputDraft {
  const bytes = conditionScript([address], CODES.commitment, Buffer.from(hash, 'hex').reverse());
  return {
    satoshis: 0n,
    script: condition({ commitmenthash: { version: whole(1), currencyvalues: {}, hash } }, [address], false, bytes),
  };
}

export function reserveName(name: string, salt: string, parent: string, nameId: string): OutputDraft {
  const payload = Buffer.concat([
    ...[uint32(1), prefixed(Buffer.from(name)), hashOf(parent), Buffer.alloc(20), Buffer.from(salt, 'hex').reverse()],
  ]);
  const identityreservation = { version: whole(1), name, parent, salt, referral: '', nameid: nameId };
  return {
    satoshis: 0n,
    script: condition({ identityreservation }, [nameId], false, conditionScript([nameId], CODES.reservation, payload)),
  };
}

/** State of an identity. The bytes follow the recordings for all members but content of several values. */
export function identityState(payload: JsonObject): OutputDraft {
  const [id, revocation, recovery] = [
    payload.identityaddress,
    payload.revocationauthority,
    payload.recoveryauthority,
  ].map(String);
  const owners = [id, revocation, recovery].map((address) => address ?? '');
  const bytes = conditionScript(owners, CODES.identity, identityBytes(payload));
  return { satoshis: 0n, script: condition({ identityprimary: payload }, owners, false, bytes) };
}

function identityBytes(payload: JsonObject): Buffer {
  const text = (member: string): string => String(payload[member]);
  const keys = Array.isArray(payload.primaryaddresses) ? payload.primaryaddresses.map(String) : [];
  const content = Object.entries(object(payload.contentmap));
  return Buffer.concat([
    ...[uint32(Number(text('version'))), uint32(Number(text('flags')))],
    ...[Buffer.of(keys.length), ...keys.map((key) => prefixed(hashOf(key))), uint32(Number(text('minimumsignatures')))],
    ...[hashOf(text('parent')), prefixed(Buffer.from(text('name'))), Buffer.of(0), Buffer.of(content.length)],
    ...content.flatMap(([key, value]) => [
      Buffer.from(key, 'hex').reverse(),
      Buffer.from(String(value), 'hex').reverse(),
    ]),
    ...[hashOf(text('revocationauthority')), hashOf(text('recoveryauthority')), Buffer.of(0)],
    ...[hashOf(text('systemid')), uint32(Number(text('timelock')))],
  ]);
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

export function exportTransfers(payload: JsonObject, before: Coin | undefined): OutputDraft {
  return carryOn('crosschainexport', payload, EXPORTS, before);
}

export function importTransfers(payload: JsonObject, before: Coin | undefined): OutputDraft {
  return carryOn('crosschainimport', payload, IMPORTS, before);
}

export function notarizeState(payload: JsonObject, before: Coin): OutputDraft {
  return carryOn('acceptednotarization', payload, before.address, before);
}

/** Marks the export in the output of that number of its own transaction as one that waits for its import. */
export function finalizeExport(currencyId: string, vout: number): OutputDraft {
  const output = { txid: NO_HASH, voutnum: whole(vout) };
  const facts = { finalizationtype: whole(FINALIZES_EXPORT), status: 'pending', currencyid: currencyId, output };
  return carryOn('finalizeexport', facts, FINALIZATIONS, undefined);
}

/**
 * An output that takes over from one before. No recording is needed to print it, but its bytes hold proofs that only a daemon
 * makes: in their place stands a digest of the payload.
 */
function carryOn(kind: string, payload: JsonObject, address: string, before: Coin | undefined): OutputDraft {
  const owners = Array.isArray(before?.script.addresses) ? before.script.addresses.map(String) : [address];
  const digest = createHash('sha256').update(JSON.stringify(payload)).digest();
  return {
    satoshis: 0n,
    script: condition({ [kind]: payload }, owners, false, conditionScript([address], KIND_CODES[kind] ?? 0, digest)),
  };
}

const KIND_CODES: Readonly<Record<string, number>> = {
  acceptednotarization: 0x05,
  crosschainexport: 0x0c,
  crosschainimport: 0x0d,
  finalizeexport: 0x13,
};

function condition(
  kind: JsonObject,
  addresses: string[],
  spendable: boolean,
  bytes: { asm: string; hex: string },
  balance: JsonObject = {},
): JsonObject {
  const head = { type: 'cryptocondition', ...kind, spendableoutput: spendable, ...balance };
  return { ...head, reqSigs: whole(1), addresses, ...bytes };
}

/** The amounts that a request of `requestConversion` stands for. */
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
