import type { SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import {
  enterPool,
  findNewestSerial,
  insertPoolEntries,
  type Leaving,
  leavePool,
  lockPool,
  savePoolRead,
} from '#/db/pool-rows.ts';
import { readPoolEntries } from '#/pool/read-pool-entries.ts';
import { VRSCTEST } from './apply-recording.ts';

/** Blocks do not have the sizes of their transactions. */
export const POOLED_BYTES = 300;

export const txidOf = (transaction: Transaction | undefined): string => hex(transaction?.txid ?? new Uint8Array());

export const poolable = (blocks: readonly Block[]): Transaction[] =>
  blocks.flatMap(({ transactions }) => transactions.slice(1));

export async function enter(db: SqlWriter, transactions: readonly Transaction[]): Promise<bigint> {
  const pooled = transactions.map((transaction) => ({ transaction, size: POOLED_BYTES }));
  const entries = await readPoolEntries(db, VRSCTEST, pooled);
  const txids = transactions.map(txidOf);
  return change(db, async (tx, serial) => {
    await insertPoolEntries(tx, VRSCTEST, entries);
    await enterPool(tx, VRSCTEST, txids, serial);
  });
}

export async function leave(db: SqlWriter, leaving: Leaving): Promise<bigint> {
  return change(db, async (tx, serial) => {
    await leavePool(tx, VRSCTEST, [leaving], serial);
  });
}

export async function read(db: SqlWriter, tip: { height: number; hash: string }): Promise<void> {
  await change(db, (tx) => savePoolRead(tx, VRSCTEST, tip));
}

export async function serialOf(db: SqlWriter): Promise<bigint> {
  return (await findNewestSerial(db, VRSCTEST)) ?? 0n;
}

type Write = (tx: Parameters<typeof lockPool>[0], serial: bigint) => Promise<void>;

async function change(db: SqlWriter, write: Write): Promise<bigint> {
  await db.$transaction(async (tx) => write(tx, await lockPool(tx, VRSCTEST)));
  return serialOf(db);
}
