import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { bytes } from '@ledgergraph/chain-kit/hex';
import {
  type Block,
  BlockSchema,
  CurrencyAmountSchema,
  type OutputSchema,
} from '@ledgergraph/proto-schemas/chain/v1/block';
import { encodeAddress, parseAddress } from '@ledgergraph/verus-protocol/address';
import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';

const RESERVE_OUTPUT = 9;

type OutputShape = Omit<MessageInitShape<typeof OutputSchema>, '$typeName' | '$unknown'>;

export interface TestCondition {
  needed: number;
  of: readonly string[];
}

export function keyAddress(number: number): string {
  return encodeAddress(
    'PUBLIC_KEY_HASH',
    Uint8Array.from({ length: 20 }, (_, index) => number + index),
  );
}

export function identityOf(name: string): string {
  return identityAddressOf([name, 'VRSCTEST']);
}

/** The script as the daemon writes it, for one condition as a payment without a contract, for several as tokens. */
export function payConditions(needed: number, conditions: readonly TestCondition[], satoshis = 1n): OutputShape {
  const [first, ...others] = conditions;
  if (first === undefined) throw new Error('an output has a condition');
  const isOne = others.length === 0;
  const master = isOne
    ? paramsOf(0, 0, [])
    : paramsOf(
        0,
        needed,
        conditions.flatMap(({ of }) => of.slice(0, 1)),
      );
  const object = Uint8Array.of(1);
  const data = isOne ? [] : [object, ...others.map((one) => paramsOf(0, one.needed, one.of))];
  const own = Buffer.concat([paramsOf(isOne ? 0 : RESERVE_OUTPUT, first.needed, first.of), ...data.map(push)]);
  return {
    satoshis,
    scriptType: 'cryptocondition',
    kind: isOne ? 'evalnone' : 'reserveoutput',
    addresses: [...new Set(conditions.flatMap(({ of }) => of))],
    spendable: true,
    script: Buffer.concat([push(master), Uint8Array.of(0xcc), push(own), Uint8Array.of(0x75)]),
  };
}

export function pay(address: string, satoshis = 1n): OutputShape {
  if (address.startsWith('i')) return payConditions(1, [{ needed: 1, of: [address] }], satoshis);
  const script = bytes(`76a914${Buffer.from(hashOf(address)).toString('hex')}88ac`);
  return { satoshis, scriptType: 'pubkeyhash', addresses: [address], spendable: true, script };
}

/** `unlockHeight` is 16 to 32,767. The second output discloses the script. */
export function lockCoinbase(unlockHeight: number): { paid: OutputShape & { addresses: string[] }; note: OutputShape } {
  const height = Uint8Array.of(unlockHeight & 0xff, unlockHeight >> 8);
  const script = Buffer.concat([push(height), bytes('b175'), bytes(`76a914${'07'.repeat(20)}88ac`)]);
  const hash = ripemd160(sha256(script));
  const paid = {
    satoshis: 1n,
    scriptType: 'scripthash',
    addresses: [encodeAddress('SCRIPT_HASH', hash)],
    spendable: true,
    script: Buffer.concat([bytes('a914'), hash, bytes('87')]),
  };
  const disclosed = push(Buffer.concat([Uint8Array.of(1), script]));
  const note = { scriptType: 'nulldata', script: Buffer.concat([Uint8Array.of(0x6a), disclosed]) };
  return { paid, note };
}

export function carryToken(output: OutputShape, currencyId: string): OutputShape {
  return { ...output, currencyValues: [create(CurrencyAmountSchema, { currencyId, satoshis: 1n })] };
}

interface StateChanges {
  flags?: number;
  timelock?: number;
  version?: number;
}

export function writeIdentity(
  identity: string,
  { flags = 0, timelock = 0, version = 3 }: StateChanges = {},
): OutputShape {
  return {
    satoshis: 0n,
    scriptType: 'cryptocondition',
    kind: 'identityprimary',
    addresses: [identity],
    spendable: false,
    script: bytes('00'),
    payloadJson: JSON.stringify({ identityaddress: identity, version, flags, timelock }),
  };
}

export function buildBlock(
  chainId: string,
  height: number,
  outputs: readonly OutputShape[],
  coinbase: readonly OutputShape[] = [],
): Block {
  const hash = (salt: number) => bytes((height * 16 + salt).toString(16).padStart(64, '0'));
  const numbered = (list: readonly OutputShape[]) => list.map((output, index) => ({ ...output, index }));
  return create(BlockSchema, {
    chainId,
    height,
    hash: hash(1),
    previousHash: height === 0 ? new Uint8Array() : bytes(((height - 1) * 16 + 1).toString(16).padStart(64, '0')),
    transactions: [
      { txid: hash(2), index: 0, outputs: numbered(coinbase) },
      { txid: hash(3), index: 1, outputs: numbered(outputs) },
    ],
  });
}

function paramsOf(evalCode: number, needed: number, addresses: readonly string[]): Buffer {
  const keys = addresses.map((address) => Uint8Array.of(...(address.startsWith('i') ? [4] : []), ...hashOf(address)));
  return Buffer.concat([push(Uint8Array.of(3, evalCode, needed, addresses.length)), ...keys.map(push)]);
}

function hashOf(address: string): Uint8Array {
  const parsed = parseAddress(address);
  if (parsed === undefined) throw new Error(`${address} is no address`);
  return parsed.hash;
}

function push(data: Uint8Array): Buffer {
  const head = data.length < 0x4c ? [data.length] : [0x4c, data.length];
  return Buffer.concat([Uint8Array.from(head), data]);
}
