import { createHash } from 'node:crypto';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { merkleRoot } from '@ledgergraph/verus-protocol/merkle-root';
import { decimal, whole } from '#/chain-parts/amounts.ts';
import type { BuiltTransaction } from '#/chain-parts/transaction.ts';

/** A block of a generated chain, as its node prints it. */
export interface GeneratedBlock {
  height: number;
  hash: string;
  time: number;
  /** Accumulated, 64 hex digits each. */
  chainwork: string;
  chainstake: string;
  /** Bytes of the block as nodes send it to each other. */
  size: number;
  /** `getblock <hash> 2` as of a tip at this block. */
  text: string;
}

export interface BlockDraft {
  previous: Pick<GeneratedBlock, 'height' | 'hash' | 'chainwork' | 'chainstake'> | null;
  transactions: readonly BuiltTransaction[];
  isStaked: boolean;
  time: number;
}

const HEX_DIGITS = 64;
const WEIGHT = 0x1100n;
/** Bytes of a header with its solution, of a transaction around its inputs and outputs, and of one of each around its script. */
const HEADER_BYTES = 1_487;
const TRANSACTION_BYTES = 60;
const INPUT_BYTES = 41;
const OUTPUT_BYTES = 9;

/** Prints a block as the daemon does; the hash is of its header. */
export function printBlock({ previous, transactions, isStaked, time }: BlockDraft): GeneratedBlock {
  const height = previous === null ? 0 : previous.height + 1;
  const chainwork = accumulate(previous?.chainwork, isStaked ? 0n : WEIGHT);
  const chainstake = accumulate(previous?.chainstake, isStaked ? WEIGHT : 0n);
  const size = transactions.reduce((sum, transaction) => sum + sizeOf(transaction), HEADER_BYTES);
  const head = stringifyLossless({
    validationtype: isStaked ? 'stake' : 'work',
    confirmations: whole(1),
    size: whole(size),
    height: whole(height),
    version: whole(height === 0 ? 1 : 65_540),
    merkleroot: Buffer.from(merkleRoot(transactions.map(({ txid }) => Buffer.from(txid, 'hex')))).toString('hex'),
    segid: whole(-2),
    finalsaplingroot: '0'.repeat(HEX_DIGITS),
    time: whole(time),
    nonce: '0'.repeat(HEX_DIGITS),
    solution: '07000000',
    bits: '1f0f0f0f',
    difficulty: whole(256),
    chainwork,
    chainstake,
    anchor: '0'.repeat(HEX_DIGITS),
    blocktype: isStaked ? 'minted' : 'mined',
    valuePools: [emptyPool('sprout'), emptyPool('sapling')],
    ...(previous === null ? {} : { previousblockhash: previous.hash }),
  });
  const hash = createHash('sha256').update(head).digest('hex');
  const tx = transactions.map(({ text }) => text).join(',');
  return { height, hash, time, chainwork, chainstake, size, text: `{"hash":"${hash}","tx":[${tx}],${head.slice(1)}` };
}

function accumulate(before: string | undefined, more: bigint): string {
  return (BigInt(`0x${before ?? '0'}`) + more).toString(16).padStart(HEX_DIGITS, '0');
}

function sizeOf({ json }: BuiltTransaction): number {
  const inputs = (json.vin as JsonObject[]).map(({ scriptSig, coinbase }) =>
    hexBytes(coinbase ?? (scriptSig as JsonObject).hex),
  );
  const outputs = (json.vout as JsonObject[]).map(({ scriptPubKey }) => hexBytes((scriptPubKey as JsonObject).hex));
  return (
    TRANSACTION_BYTES +
    inputs.reduce((sum, bytes) => sum + INPUT_BYTES + bytes, 0) +
    outputs.reduce((sum, bytes) => sum + OUTPUT_BYTES + bytes, 0)
  );
}

function hexBytes(hex: unknown): number {
  return String(hex).length / 2;
}

function emptyPool(id: string): JsonObject {
  const nothing = { chainValue: decimal(0n), chainValueZat: whole(0) };
  return { id, monitored: true, ...nothing, valueDelta: decimal(0n), valueDeltaZat: whole(0) };
}
