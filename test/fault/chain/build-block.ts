import { createHash } from 'node:crypto';
import { decimal, whole } from '@ledgergraph/chain-generator/amounts';
import { serializeBlock } from '@ledgergraph/chain-generator/serialize-transaction';
import { type JsonObject, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { merkleRoot } from '@ledgergraph/verus-protocol/merkle-root';
import type { Ledger } from './ledger.ts';
import type { TreeTransaction } from './tree-transaction.ts';

export interface TreeBlock {
  height: number;
  hash: string;
  parent: TreeBlock | null;
  time: number;
  /** With its ancestors. */
  work: bigint;
  stake: bigint;
  transactions: readonly TreeTransaction[];
  ledger: Ledger;
  /** `getblock <hash> 2` as of a tip at this block. */
  json: JsonObject;
}

export interface BlockDraft {
  parent: TreeBlock | null;
  transactions: readonly TreeTransaction[];
  ledger: Ledger;
  isStaked: boolean;
  work: bigint;
  stake: bigint;
  time: number;
}

const HEX_DIGITS = 64;

/** The hash is of the content. */
export function buildBlock(draft: BlockDraft): TreeBlock {
  const { parent, transactions, ledger, isStaked, time } = draft;
  const height = parent === null ? 0 : parent.height + 1;
  const work = (parent?.work ?? 0n) + draft.work;
  const stake = (parent?.stake ?? 0n) + draft.stake;
  const root = merkleRoot(transactions.map(({ txid }) => Buffer.from(txid, 'hex')));
  const unsized: JsonObject = {
    height: whole(height),
    version: whole(height === 0 ? 1 : 65_540),
    merkleroot: Buffer.from(root).toString('hex'),
    segid: whole(-2),
    finalsaplingroot: '0'.repeat(HEX_DIGITS),
    tx: transactions.map(({ json }) => json),
    time: whole(time),
    nonce: '0'.repeat(HEX_DIGITS),
    solution: '07000000',
    bits: '1f0f0f0f',
    difficulty: whole(256),
    chainwork: work.toString(16).padStart(HEX_DIGITS, '0'),
    chainstake: stake.toString(16).padStart(HEX_DIGITS, '0'),
    anchor: '0'.repeat(HEX_DIGITS),
    blocktype: isStaked ? 'minted' : 'mined',
    valuePools: [emptyPool('sprout'), emptyPool('sapling')],
    ...(parent === null ? {} : { previousblockhash: parent.hash }),
  };
  const validationtype = isStaked ? 'stake' : 'work';
  const size = whole(serializeBlock(unsized).length);
  const head: JsonObject = { validationtype, confirmations: whole(1), size, ...unsized };
  const hash = createHash('sha256').update(stringifyLossless(head)).digest('hex');
  return { height, hash, parent, time, work, stake, transactions, ledger, json: { hash, ...head } };
}

function emptyPool(id: string): JsonObject {
  const nothing = { chainValue: decimal(0n), chainValueZat: whole(0) };
  return { id, monitored: true, ...nothing, valueDelta: decimal(0n), valueDeltaZat: whole(0) };
}
