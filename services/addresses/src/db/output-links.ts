import { arrayLiteral, send } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import { inTurns } from '@ledgergraph/chain-kit/turns';
import { isCoinbase, type OutputChanges, type OutputRow } from './output-row.ts';
import { SPENT_ABOVE } from './spends.ts';

/** Two tables that find outputs by whose they are: the unspent ones of each kind in chain order, the spent ones by when. */
export interface LinkTables {
  unspent: 'address_utxo' | 'token_utxo';
  spent: 'address_spent_output' | 'token_spent_output';
  /** Columns of both that say whose an output is. */
  owner: readonly string[];
  /** Columns of both that say of which kind it is. */
  kind: readonly string[];
  /** FROM items and condition that join rows of `output` with whose they are. */
  owners: string;
}

/** An output at one of its owners: values of `LinkTables.owner`, then of `kind`. */
export type OutputLink = readonly [number, number | boolean, boolean];

/** Rows of a batch in the two tables. */
export interface LinkRows {
  unspent: TableRows;
  spent: TableRows;
  /** Keys of what goes from `unspent`, column by column. */
  gone: (number | boolean)[][];
}

const PLACE = ['height', 'tx_index', 'vout'] as const;

/** The links of new outputs, spent or not, and of older ones that are spent now. @param linksOf one output */
export async function linkRows(
  copies: boolean,
  tables: LinkTables,
  chain: number,
  changes: OutputChanges,
  linksOf: (output: OutputRow) => OutputLink[],
): Promise<LinkRows> {
  const unspent = new TableRows(tables.unspent, unspentColumns(tables), copies);
  await inTurns(changes.unspent, (output) => {
    const { place, vout } = output;
    for (const [owner, second, third] of linksOf(output)) {
      unspent.add([chain, isCoinbase(output), place.height, place.index, vout, owner, second, third]);
    }
  });
  const spent = new TableRows(tables.spent, spentColumns(tables), copies);
  await inTurns(changes.spenders, ({ place: { height }, spends }) => {
    for (const output of spends) {
      const { place, vout } = output;
      for (const [owner, second, third] of linksOf(output)) {
        spent.add([chain, isCoinbase(output), place.height, place.index, vout, height, owner, second, third]);
      }
    }
  });
  const gone: LinkRows['gone'] = Object.keys(keyColumns(tables)).map(() => []);
  for (const output of changes.spentBefore) {
    for (const link of linksOf(output)) {
      const key = [output.place.height, output.place.index, output.vout, ...link];
      for (let index = 0; index < key.length; index += 1) gone[index]?.push(key[index] as number | boolean);
    }
  }
  return { unspent, spent, gone };
}

/** @throws where one that goes is not there: then the rows are wrong and must not be built on */
export async function writeLinks(tx: SqlExecutor, tables: LinkTables, chain: number, rows: LinkRows): Promise<void> {
  await rows.unspent.insert(tx);
  await removeUnspent(tx, tables, chain, rows.gone);
  await rows.spent.insert(tx);
}

/** Rows are found by a probe each (see `listOutputs`) and then met at their place. */
async function removeUnspent(
  tx: SqlExecutor,
  tables: LinkTables,
  chain: number,
  gone: LinkRows['gone'],
): Promise<void> {
  const wanted = gone[0]?.length ?? 0;
  if (wanted === 0) return;
  const key = keyColumns(tables);
  await send(
    tx,
    `DELETE FROM ${tables.unspent} link
      USING unnest(${Object.values(key).map((type, index) => `$${index + 2}::${type}[]`)}) AS listed (${Object.keys(key)})
      CROSS JOIN LATERAL (
        SELECT unspent.ctid AS place FROM ${tables.unspent} unspent WHERE unspent.chain = $1 AND ${equal('unspent', 'listed', Object.keys(key))} LIMIT 1
      ) found
      WHERE link.ctid = found.place`,
    [chain, ...gone.map(arrayLiteral)],
    (removed) => {
      if (removed !== wanted) {
        throw new Error(`${tables.unspent} has ${removed} of the ${wanted} outputs that are spent`);
      }
    },
  );
}

/** Takes back links and spends above a height; to be called before `output` and `spend` themselves are reverted. -1: everything. */
export async function revertLinks(
  tx: SqlExecutor,
  tables: LinkTables,
  chain: number,
  keepHeight: number,
): Promise<void> {
  const { unspent, spent, owners } = tables;
  const columns = [...Object.keys(unspentColumns(tables))].join(', ');
  const ofOutput = (table: string): string =>
    `${owners} AND output.chain = $1 AND ${table}.chain = $1 AND ${equal(table, 'output', PLACE)} AND ${equal(table, 'owner', tables.owner)}`;
  await tx.$executeRawUnsafe(
    `DELETE FROM ${unspent} USING output, ${ofOutput(unspent)} AND output.height > $2`,
    chain,
    keepHeight,
  );
  await tx.$executeRawUnsafe(
    `WITH again AS (
       DELETE FROM ${spent} USING ${SPENT_ABOVE}, ${ofOutput(spent)} AND ${spent}.spent_height > $2
       RETURNING ${spent}.*
     )
     INSERT INTO ${unspent} (${columns}) SELECT ${columns} FROM again WHERE height <= $2`,
    chain,
    keepHeight,
  );
}

/** Key columns of an unspent link, without the chain. */
function keyColumns({ owner, kind }: LinkTables): Record<string, string> {
  return { ...typed([...PLACE, ...owner], 'integer'), ...typed(kind, 'boolean') };
}

function unspentColumns(tables: LinkTables): Record<string, string> {
  return { chain: 'smallint', is_coinbase: 'boolean', ...keyColumns(tables) };
}

function spentColumns({ owner, kind }: LinkTables): Record<string, string> {
  return {
    ...{ chain: 'smallint', is_coinbase: 'boolean' },
    ...typed([...PLACE, 'spent_height', ...owner], 'integer'),
    ...typed(kind, 'boolean'),
  };
}

function typed(columns: readonly string[], type: string): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, type]));
}

function equal(left: string, right: string, columns: readonly string[]): string {
  return columns.map((column) => `${left}.${column} = ${right}.${column}`).join(' AND ');
}
