import { createHash } from 'node:crypto';
import { type JsonObject, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { merkleRoot } from '@ledgergraph/verus-protocol/merkle-root';
import { decimal, whole } from './amounts.ts';
import { object, objects } from './json.ts';
import { printedHash } from './printed-hash.ts';
import { serializeBlock, serializeHeader } from './serialize-transaction.ts';
import type { BuiltTransaction } from './transaction.ts';

export interface PrintedBlock {
  height: number;
  hash: string;
  time: number;
  /** Accumulated, 64 hex digits. */
  chainwork: string;
  chainstake: string;
  /** In bytes, between nodes. */
  size: number;
  /** `getblock <hash> 2` with the tip at this block. */
  json: JsonObject;
  text: string;
}

export interface BlockDraft {
  /** Undefined for genesis. */
  parent: JsonObject | undefined;
  transactions: readonly Pick<BuiltTransaction, 'txid' | 'json' | 'text'>[];
  /** Unix seconds. */
  time: number;
  work: bigint;
  stake?: bigint;
  /** Members of a staked block; absent: it is mined. */
  staked?: JsonObject;
}

const HEX_DIGITS = 64;
const NO_HASH = '0'.repeat(HEX_DIGITS);
/** A hash of little work begins with these hex digits, as in the recordings. */
const WORK = '000';
/** As long as that of a real header. */
const SOLUTION = '07000000'.padEnd(2 * 1_344, '0');
const POOLS = ['sprout', 'sapling'].map((id) => ({
  id,
  monitored: true,
  chainValue: decimal(0n),
  chainValueZat: whole(0),
}));

/** Roots that only a daemon can compute are digests; merkle root and size are real. The rest repeats the parent. */
export function buildBlock({ parent, transactions, time, work, stake = 0n, staked }: BlockDraft): PrintedBlock {
  const height = parent === undefined ? 0 : Number(parent.height) + 1;
  const chainwork = accumulate(parent?.chainwork, work);
  const chainstake = accumulate(parent?.chainstake, stake);
  const before = {
    height: whole(height),
    version: whole(height === 0 ? 1 : 65_540),
    merkleroot: Buffer.from(merkleRoot(transactions.map(({ txid }) => Buffer.from(txid, 'hex')))).toString('hex'),
    segid: whole(-2),
    finalsaplingroot: parent?.finalsaplingroot ?? NO_HASH,
  };
  const after: JsonObject = {
    time: whole(time),
    nonce: `0000${sha256(`nonce ${String(parent?.hash)} ${time}`).slice(4)}`,
    solution: parent?.solution ?? SOLUTION,
    bits: parent?.bits ?? '1f0f0f0f',
    difficulty: parent?.difficulty ?? whole(256),
    chainwork,
    chainstake,
    anchor: parent?.anchor ?? NO_HASH,
    blocktype: staked === undefined ? 'mined' : 'minted',
    valuePools: (parent === undefined ? POOLS : objects(parent.valuePools)).map((pool) => ({
      ...pool,
      valueDelta: decimal(0n),
      valueDeltaZat: whole(0),
    })),
    ...(parent === undefined ? {} : { previousblockhash: String(parent.hash) }),
  };
  const tx = transactions.map(({ json }) => json);
  const hash = `${WORK}${printedHash(serializeHeader({ ...before, ...after })).slice(WORK.length)}`;
  const size = serializeBlock({ ...before, ...after, tx }).length;
  const validationtype = staked === undefined ? 'work' : 'stake';
  const head: JsonObject = { hash, validationtype, ...staked, confirmations: whole(1), size: whole(size), ...before };
  const power = `${chainstake.slice(HEX_DIGITS / 2)}${chainwork.slice(HEX_DIGITS / 2)}`;
  const root = { height: whole(height), stateroot: stateBehind(hash), blockhash: hash, power };
  const rest: JsonObject = {
    ...after,
    proofroot: { ...object(parent?.proofroot), ...root },
    ...(parent === undefined ? {} : { prevmmrroot: stateBehind(String(parent.hash)) }),
  };
  // Their texts stand in several branches.
  const texts = transactions.map(({ text }) => text).join(',');
  const text = `${stringifyLossless(head).slice(0, -1)},"tx":[${texts}],${stringifyLossless(rest).slice(1)}`;
  return { height, hash, time, chainwork, chainstake, size, json: { ...head, tx, ...rest }, text };
}

/** The root of the state that a proof root claims for a block. */
export function stateBehind(hash: string): string {
  return sha256(`state behind ${hash}`);
}

function accumulate(before: unknown, more: bigint): string {
  return (BigInt(`0x${String(before ?? '0')}`) + more).toString(16).padStart(HEX_DIGITS, '0');
}

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
