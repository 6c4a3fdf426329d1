import { createHash } from 'node:crypto';
import { decimal, whole } from '@ledgergraph/chain-generator/amounts';
import { serializeBlock } from '@ledgergraph/chain-generator/serialize-transaction';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { merkleRoot } from '@ledgergraph/verus-protocol/merkle-root';
import type { BuiltTransaction } from '#/chain-parts/transaction.ts';

export interface GeneratedBlock {
  height: number;
  hash: string;
  time: number;
  /** Accumulated, 64 hex digits. */
  chainwork: string;
  chainstake: string;
  /** In bytes, between nodes. */
  size: number;
  /** `getblock <hash> 2` with the tip at this block. */
  text: string;
}

export interface BlockDraft {
  previous: Pick<GeneratedBlock, 'height' | 'hash' | 'chainwork' | 'chainstake'> | null;
  transactions: readonly BuiltTransaction[];
  isStaked: boolean;
  time: number;
  /** Members of a staked block; with them, stake counts as work too, as on a real chain. */
  stake?: JsonObject;
}

const HEX_DIGITS = 64;
const WEIGHT = 0x1100n;
/** As long as that of a real header. */
const SOLUTION = '07000000'.padEnd(2 * 1_344, '0');

export function printBlock({ previous, transactions, isStaked, time, stake }: BlockDraft): GeneratedBlock {
  const height = previous === null ? 0 : previous.height + 1;
  const chainwork = accumulate(previous?.chainwork, isStaked && stake === undefined ? 0n : WEIGHT);
  const chainstake = accumulate(previous?.chainstake, isStaked ? WEIGHT : 0n);
  const header: JsonObject = {
    height: whole(height),
    version: whole(height === 0 ? 1 : 65_540),
    merkleroot: Buffer.from(merkleRoot(transactions.map(({ txid }) => Buffer.from(txid, 'hex')))).toString('hex'),
    segid: whole(-2),
    finalsaplingroot: '0'.repeat(HEX_DIGITS),
    time: whole(time),
    nonce: '0'.repeat(HEX_DIGITS),
    solution: SOLUTION,
    bits: '1f0f0f0f',
    difficulty: whole(256),
    chainwork,
    chainstake,
    anchor: '0'.repeat(HEX_DIGITS),
    blocktype: isStaked ? 'minted' : 'mined',
    valuePools: [emptyPool('sprout'), emptyPool('sapling')],
    ...(previous === null ? {} : { previousblockhash: previous.hash, prevmmrroot: stateBehind(previous.hash) }),
  };
  const size = serializeBlock({ ...header, tx: transactions.map(({ json }) => json) }).length;
  const validationtype = isStaked ? 'stake' : 'work';
  const head = stringifyLossless({ validationtype, ...stake, confirmations: whole(1), size: whole(size), ...header });
  const hash = createHash('sha256').update(head).digest('hex');
  const tx = transactions.map(({ text }) => text).join(',');
  return { height, hash, time, chainwork, chainstake, size, text: `{"hash":"${hash}","tx":[${tx}],${head.slice(1)}` };
}

export function stateBehind(hash: string): string {
  return createHash('sha256').update(`state behind ${hash}`).digest('hex');
}

function accumulate(before: string | undefined, more: bigint): string {
  return (BigInt(`0x${before ?? '0'}`) + more).toString(16).padStart(HEX_DIGITS, '0');
}

function emptyPool(id: string): JsonObject {
  const nothing = { chainValue: decimal(0n), chainValueZat: whole(0) };
  return { id, monitored: true, ...nothing, valueDelta: decimal(0n), valueDeltaZat: whole(0) };
}
