import type { Network } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findChain } from '#/chain/chain-numbers.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import type { Table } from '#/db/table.ts';

export interface ModuleBatch<Read, Needed = []> {
  /** Outside of any transaction; it has all rows of earlier blocks. */
  db: SqlExecutor;
  network: Network;
  chain: number;
  blocks: readonly Read[];
  needed: Needed;
}

type WrittenTable<Row> = Pick<Table<Row>, 'insert' | 'revert'>;

type TablesOf<Rows> = {
  readonly [Name in keyof Rows]?: Rows[Name] extends readonly (infer Row)[] ? WrittenTable<Row> : WrittenTable<never>;
};

/**
 * Tables that only this part writes. Rows are lists by the names of the tables; without earlier rows, `tables` and `read` are enough.
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
  /** Computes rows that build on earlier rows. Absent: `read` returns the rows of a block. */
  prepare?(batch: ModuleBatch<Read, Needed>): Promise<Rows>;
  /** In the transaction that moves the cursor. Absent: `insertRowsOf`. */
  write?(tx: SqlExecutor, chain: number, rows: Rows): Promise<void>;
  revert?(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void>;
  /** Rows that break a rule of the protocol. Absent: rows are not checked. */
  countViolations?(rows: Rows): number;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of modules does not know their types
export type AnyModule = Module<any, any, any>;

type TableList = readonly (readonly [name: string, table: WrittenTable<unknown>])[];

function listTables({ tables }: Pick<AnyModule, 'tables'>): TableList {
  return Object.entries(tables as Record<string, WrittenTable<unknown>>);
}

export async function insertRowsOf(
  module: Pick<AnyModule, 'tables'>,
  tx: SqlExecutor,
  chain: number,
  rows: unknown,
): Promise<void> {
  for (const [name, table] of listTables(module)) {
    await table.insert(tx, chain, (rows as Record<string, unknown[]>)[name] ?? []);
  }
}

export async function revertTablesOf(
  module: Pick<AnyModule, 'tables'>,
  tx: SqlExecutor,
  chain: number,
  keepHeight: number,
): Promise<void> {
  for (const [, table] of listTables(module).toReversed()) await table.revert(tx, chain, keepHeight);
}

type WrittenModule = Pick<AnyModule, 'tables' | 'write' | 'revert'>;

export async function writeModules(
  modules: readonly WrittenModule[],
  tx: SqlExecutor,
  chain: number,
  rows: ReadonlyMap<WrittenModule, unknown>,
): Promise<void> {
  for (const module of modules) {
    if (module.write === undefined) await insertRowsOf(module, tx, chain, rows.get(module));
    else await module.write(tx, chain, rows.get(module));
  }
}

export async function revertModules(
  modules: readonly WrittenModule[],
  tx: SqlExecutor,
  chainId: string,
  keepHeight: number,
): Promise<void> {
  const chain = await findChain(tx, chainId);
  if (chain === undefined) return;
  for (const module of modules.toReversed()) {
    if (module.revert === undefined) await revertTablesOf(module, tx, chain, keepHeight);
    else await module.revert(tx, chain, keepHeight);
  }
}

export function joinRows(module: AnyModule, blocks: readonly unknown[]): Record<string, unknown[]> {
  const lists = listTables(module).map(([name]) => [
    name,
    (blocks as readonly Record<string, unknown[]>[]).flatMap((rows) => rows[name] ?? []),
  ]);
  return Object.fromEntries(lists);
}
