import { arrayLiteral, send } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import { inYieldingSteps } from '@ledgergraph/chain-kit/loop-yielder';
import type { OutputChanges, OutputRow } from './output-row.ts';

/** A table of links, and its columns with their types, in the order of `linkRows`. */
interface LinkTable {
  name: string;
  columns: Readonly<Record<string, string>>;
}

/** Two tables by which outputs are found by their owner: unspent outputs by guard in chain order, spent ones by the height of their spend. */
export interface LinkTables {
  unspent: LinkTable;
  spent: LinkTable;
  /** Removes links of spent outputs. Parameters: the chain, then an array for each column of `unspent` from the third on. */
  removeUnspent: string;
  /** Removes links of outputs created above a height. Parameters: the chain, and the height. */
  revertCreated: string;
  /** Moves links of outputs spent above a height back to `unspent`. Parameters: the chain, and the height. */
  revertSpent: string;
}

/** An output at one of its owners: values of the last three columns of either table. */
export type OutputLink = readonly [number, number, number | boolean];

/** Rows of a batch in the two tables. */
export interface LinkRows {
  unspent: TableRows;
  spent: TableRows;
  /** Keys of what goes from `unspent`, column by column. */
  gone: (number | boolean)[][];
}

/** Columns before the key of an unspent link: chain, matures. */
const COLUMNS_BEFORE_KEY = 2;

/** The links of new outputs, spent or not, and of older ones that are spent now. @param linksOf one output */
export async function linkRows(
  copies: boolean,
  tables: LinkTables,
  chain: number,
  changes: OutputChanges,
  linksOf: (output: OutputRow) => OutputLink[],
): Promise<LinkRows> {
  const unspent = new TableRows(tables.unspent.name, tables.unspent.columns, copies);
  await inYieldingSteps(changes.unspent, (output) => {
    const { place, vout } = output;
    for (const [owner, second, third] of linksOf(output)) {
      unspent.add([chain, output.matures, place.height, place.index, vout, owner, second, third]);
    }
  });
  const spent = new TableRows(tables.spent.name, tables.spent.columns, copies);
  await inYieldingSteps(changes.spenders, ({ place: { height }, spends }) => {
    for (const output of spends) {
      const { place, vout } = output;
      for (const [owner, second, third] of linksOf(output)) {
        spent.add([chain, output.matures, place.height, place.index, vout, height, owner, second, third]);
      }
    }
  });
  const gone: LinkRows['gone'] = Object.keys(tables.unspent.columns)
    .slice(COLUMNS_BEFORE_KEY)
    .map(() => []);
  for (const output of changes.spentBefore) {
    for (const link of linksOf(output)) {
      const key = [output.place.height, output.place.index, output.vout, ...link];
      for (let index = 0; index < key.length; index += 1) gone[index]?.push(key[index] as number | boolean);
    }
  }
  return { unspent, spent, gone };
}

/** @throws Error where the link of a spent output is missing: then the rows are wrong and must not be built on */
export async function writeLinks(tx: SqlExecutor, tables: LinkTables, chain: number, rows: LinkRows): Promise<void> {
  await rows.unspent.insert(tx);
  await removeUnspent(tx, tables, chain, rows.gone);
  await rows.spent.insert(tx);
}

/** Each row is found by a probe (see `listOutputs`). */
async function removeUnspent(
  tx: SqlExecutor,
  { unspent, removeUnspent: statement }: LinkTables,
  chain: number,
  gone: LinkRows['gone'],
): Promise<void> {
  const wanted = gone[0]?.length ?? 0;
  if (wanted === 0) return;
  await send(tx, statement, [chain, ...gone.map(arrayLiteral)], (removed) => {
    if (removed !== wanted) throw new Error(`${unspent.name} has ${removed} of the ${wanted} outputs that are spent`);
  });
}

/** Takes back links and spends above a height; to be called before `output` and `spend` themselves are reverted. -1: everything. */
export async function revertLinks(
  tx: SqlExecutor,
  { revertCreated, revertSpent }: LinkTables,
  chain: number,
  keepHeight: number,
): Promise<void> {
  await tx.$executeRawUnsafe(revertCreated, chain, keepHeight);
  await tx.$executeRawUnsafe(revertSpent, chain, keepHeight);
}
