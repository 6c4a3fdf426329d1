import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export type NotarizationStatus = 'PENDING' | 'CONFIRMED' | 'REJECTED';

export interface NotarizationRow {
  height: number;
  txIndex: number;
  vout: number;
  txid: string;
  /** i-address of the other chain. */
  systemId: string;
  /** Height of the other chain. */
  notarizedAt: number;
  /** Hash of the other chain's block; null: it proves none. */
  notarizedHash: string | null;
}

export interface FinalizationRow {
  height: number;
  txIndex: number;
  vout: number;
  targetTxid: string;
  targetVout: number;
  status: NotarizationStatus;
}

/** A notarization, and its status as of the height that is read at. */
export interface ListedNotarization extends NotarizationRow {
  status: NotarizationStatus;
}

/** Place of an output on its chain. */
export type OutputPlace = Pick<NotarizationRow, 'height' | 'txIndex' | 'vout'>;

export interface NotarizationPage {
  chainId: string;
  /** Null: of all other chains. */
  systemId: string | null;
  /** Height that is read at. */
  height: number;
  /** The page begins behind it; null: at the newest. */
  after: OutputPlace | null;
  limit: number;
}

const NOTARIZATION_COLUMNS = {
  height: 'integer',
  tx_index: 'integer',
  vout: 'integer',
  notarized_at: 'integer',
  chain: 'smallint',
  txid: 'bytea',
  notarized_hash: 'bytea',
  system_id: 'text',
};
const FINALIZATION_COLUMNS = {
  height: 'integer',
  tx_index: 'integer',
  vout: 'integer',
  target_vout: 'integer',
  chain: 'smallint',
  target_txid: 'bytea',
  status: 'text',
};

/** @param chain number of the chain */
export async function insertNotarizations(
  tx: SqlExecutor,
  chain: number,
  rows: readonly NotarizationRow[],
): Promise<void> {
  const values = rows.map((row) => [
    row.height,
    row.txIndex,
    row.vout,
    row.notarizedAt,
    chain,
    Buffer.from(row.txid, 'hex'),
    row.notarizedHash === null ? null : Buffer.from(row.notarizedHash, 'hex'),
    row.systemId,
  ]);
  await insertRows(tx, 'notarization', NOTARIZATION_COLUMNS, values);
}

/** @param chain number of the chain */
export async function insertFinalizations(
  tx: SqlExecutor,
  chain: number,
  rows: readonly FinalizationRow[],
): Promise<void> {
  const values = rows.map((row) => [
    row.height,
    row.txIndex,
    row.vout,
    row.targetVout,
    chain,
    Buffer.from(row.targetTxid, 'hex'),
    row.status,
  ]);
  await insertRows(tx, 'finalization', FINALIZATION_COLUMNS, values);
}

/** Lists notarizations, newest first. The status is what the last output decided that speaks of it, up to the height that is read at. */
export async function listNotarizations(db: SqlExecutor, page: NotarizationPage): Promise<ListedNotarization[]> {
  const { chainId, systemId, height, after, limit } = page;
  const values = [chainId, height, after?.height ?? height, after?.txIndex ?? null, after?.vout ?? null, limit];
  return systemId === null
    ? await db.$queryRawUnsafe<ListedNotarization[]>(PAGES.ofAll, ...values)
    : await db.$queryRawUnsafe<ListedNotarization[]>(PAGES.ofSystem, ...values, systemId);
}

const PLACES_MAX = 2 ** 31 - 1;

/** $1 chain, $2 height that is read at, $3, $4, $5 place that the page begins below, $6 limit, $7 system. */
function pageOf(key: Readonly<Record<string, string>>): string {
  const columns = [...Object.keys(key), 'height', 'tx_index', 'vout'];
  // Behind the last row, or, on the first page, at the highest place of the height.
  const bounds = [
    ...Object.values(key),
    '$3::integer',
    `coalesce($4::integer, ${PLACES_MAX})`,
    `coalesce($5::integer, ${PLACES_MAX})`,
  ];
  const equal = Object.entries(key).map(([column, value]) => `page.${column} = ${value}`);
  return `
  SELECT page.height, page.tx_index AS "txIndex", page.vout, encode(page.txid, 'hex') AS txid, page.system_id AS "systemId",
         page.notarized_at AS "notarizedAt", encode(page.notarized_hash, 'hex') AS "notarizedHash",
         coalesce(decided.status, 'PENDING') AS status
    FROM (SELECT * FROM notarization WHERE (${columns.join(', ')}) < (${bounds.join(', ')})
           ORDER BY ${columns.map((column) => `${column} DESC`).join(', ')} LIMIT $6) AS page
    LEFT JOIN LATERAL (
         SELECT status FROM finalization
          WHERE finalization.chain = page.chain AND target_txid = page.txid AND target_vout = page.vout AND finalization.height <= $2::integer
          ORDER BY finalization.chain DESC, target_txid DESC, target_vout DESC, finalization.height DESC, finalization.tx_index DESC,
                   finalization.vout DESC
          LIMIT 1) AS decided ON true
   WHERE ${equal.join(' AND ')}
   ORDER BY page.height DESC, page.tx_index DESC, page.vout DESC`;
}

const PAGES = {
  ofAll: pageOf({ chain: chainNumber(1) }),
  ofSystem: pageOf({ chain: chainNumber(1), system_id: '$7::text' }),
};
