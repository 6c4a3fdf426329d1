import { createHash } from 'node:crypto';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import {
  type Block,
  BlockSchema,
  type OutputSchema,
  type TransactionSchema,
} from '@ledgergraph/proto-schemas/chain/v1/block';
import { encodeAddress } from '@ledgergraph/verus-protocol/address';

type Transaction = MessageInitShape<typeof TransactionSchema>;
type Output = MessageInitShape<typeof OutputSchema>;

export function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}

export function idOf(name: string): string {
  return encodeAddress('IDENTITY', hashOf(name).subarray(0, 20));
}

export function keyAddressOf(name: string): string {
  return encodeAddress('PUBLIC_KEY_HASH', hashOf(name).subarray(0, 20));
}

export function blockOf(chainId: string, height: number, branch: string, transactions: readonly Transaction[]): Block {
  return create(BlockSchema, {
    chainId,
    height,
    hash: hashOf(`${branch} ${height}`),
    time: BigInt(1_700_000_000 + 60 * height),
    transactions: transactions.map((transaction, index) => ({ ...transaction, index })),
  });
}

/** It is a commitment with two keys of an index and its owner. */
export function amountsLot(satoshis: bigint, tokens: { currencyId: string; satoshis: bigint }[]): Output {
  const addresses = ['gives', 'wants', 'owner'].map(keyAddressOf);
  return {
    index: 0,
    satoshis,
    currencyValues: tokens,
    kind: 'commitmenthash',
    addresses,
    scriptType: 'cryptocondition',
  };
}

/** Its state has two keys of an index. */
export function identityLot(identityAddress: string, satoshis: bigint): Output {
  const payload = {
    version: 3,
    flags: 0,
    primaryaddresses: [],
    minimumsignatures: 1,
    name: 'x',
    identityaddress: identityAddress,
    timelock: 0,
  };
  return {
    index: 0,
    satoshis,
    kind: 'identityprimary',
    payloadJson: JSON.stringify(payload),
    addresses: [identityAddress, keyAddressOf('gives'), keyAddressOf('wants')],
    scriptType: 'cryptocondition',
  };
}

export interface Asked {
  value: bigint;
  script: string;
}

export function paymentScript(name: string): string {
  return `76a914${hex(hashOf(name).subarray(0, 20))}88ac`;
}

export function tokenScript(name: string, currency: string, satoshis: bigint): string {
  const key = hex(hashOf(name).subarray(0, 20));
  const data = `01${hex(hashOf(currency).subarray(0, 20))}${varint(satoshis)}`;
  const params = `040309010114${key}${push(data)}`;
  return `${push(`040300010114${key}`)}cc${push(params)}75`;
}

/** Daemons wrap a transaction of version 4 behind a few bytes of a header. */
export function postedOutput(index: number, lotTxid: Uint8Array, expiryHeight: number, asked: Asked): Output {
  const lot = hex(Uint8Array.from(lotTxid).reverse());
  const script = asked.script;
  const transaction = [
    '0400008085202f89',
    `01${lot}00000000`,
    '0151ffffffff',
    `01${little(asked.value, 8)}${little(BigInt(script.length / 2), 1)}${script}`,
    '00000000',
    little(BigInt(expiryHeight), 4),
    '0000000000000000',
    '000000',
  ].join('');
  const data = `0500000003000101000000000100000000${transaction}`;
  return {
    index,
    scriptType: 'nulldata',
    script: Buffer.from(`6a4d${little(BigInt(data.length / 2), 2)}${data}`, 'hex'),
  };
}

function push(data: string): string {
  return `${little(BigInt(data.length / 2), 1)}${data}`;
}

function little(value: bigint, bytes: number): string {
  return hex(Uint8Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn)));
}

function varint(value: bigint): string {
  const bytes = [Number(value & 0x7fn)];
  for (let rest = value; rest > 0x7fn; ) {
    rest = (rest >> 7n) - 1n;
    bytes.unshift(Number((rest & 0x7fn) | 0x80n));
  }
  return hex(Uint8Array.from(bytes));
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
