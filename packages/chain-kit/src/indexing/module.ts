import type { Network } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { SqlDatabase, SqlExecutor } from '#/db/sql-executor.ts';
import type { Table } from '#/db/table.ts';

/** Consecutive blocks, at least one, on their way to rows. */
export interface ModuleBatch<Read, Needed = []> {
  /** Outside of any transaction; it has all rows of the blocks before. */
  db: SqlDatabase;
  network: Network;
  /** Number of the chain in all tables. */
  chain: number;
  /** Results of `read`, block by block. */
  blocks: readonly Read[];
  /** Rows of the same blocks, by the modules that `needs` lists. */
  needed: Needed;
}

type WrittenTable<Row> = Pick<Table<Row>, 'insert' | 'revert'>;

/** A table for each list of the rows. */
type TablesOf<Rows> = {
  readonly [Name in keyof Rows]?: Rows[Name] extends readonly (infer Row)[] ? WrittenTable<Row> : WrittenTable<never>;
};

/**
 * A part of a service: tables that only it writes, and how blocks become their rows. Rows are lists by the names of the tables, and
 * one that needs no earlier rows is nothing but `tables` and `read`.
 * @typeParam Needed rows of the modules that `needs` lists
 */
export interface Module<Rows, Read = Rows, Needed extends readonly unknown[] = []> {
  /** In the order of insertion; reverted in the opposite order. */
  tables: TablesOf<Rows>;
  /** Prepared and written before this one. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever they read and need themselves
  needs?: { readonly [Index in keyof Needed]: Module<Needed[Index], any, any> };
  /** Pure. */
  read(block: Block): Read;
  /** Computes the rows that the blocks add, from rows that they build on. Absent: `read` returns the rows of a block. */
  prepare?(batch: ModuleBatch<Read, Needed>): Promise<Rows>;
  /** Writes the rows, in the transaction that moves the cursor. Absent: `insertRowsOf`. */
  write?(tx: SqlExecutor, chain: number, rows: Rows): Promise<void>;
  /** Absent: `revertTablesOf`. @param keepHeight -1: no block is kept */
  revert?(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void>;
  /** Number of rows that break a rule of the protocol. Absent: rows are not checked. */
  countViolations?(rows: Rows): number;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of modules does not know their types
export type AnyModule = Module<any, any, any>;

type TableList = readonly (readonly [name: string, table: WrittenTable<unknown>])[];

function listTables({ tables }: AnyModule): TableList {
  return Object.entries(tables as Record<string, WrittenTable<unknown>>);
}

/** Inserts the rows of each table. */
export async function insertRowsOf(module: AnyModule, tx: SqlExecutor, chain: number, rows: unknown): Promise<void> {
  for (const [name, table] of listTables(module)) {
    await table.insert(tx, chain, (rows as Record<string, unknown[]>)[name] ?? []);
  }
}

/** Leaves the tables as if blocks above the height had never been applied. */
export async function revertTablesOf(
  module: AnyModule,
  tx: SqlExecutor,
  chain: number,
  keepHeight: number,
): Promise<void> {
  for (const [, table] of listTables(module).toReversed()) await table.revert(tx, chain, keepHeight);
}

/** The lists of all blocks, one behind the other. */
export function joinRows(module: AnyModule, blocks: readonly unknown[]): Record<string, unknown[]> {
  const lists = listTables(module).map(([name]) => [
    name,
    (blocks as readonly Record<string, unknown[]>[]).flatMap((rows) => rows[name] ?? []),
  ]);
  return Object.fromEntries(lists);
}
