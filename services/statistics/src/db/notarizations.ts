import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';

export type NotarizationStatus = 'PENDING' | 'CONFIRMED' | 'REJECTED';

export const notarizations = describeTable('notarization', {
  height: 'integer',
  txIndex: 'integer',
  vout: 'integer',
  notarizedAt: 'integer',
  txid: 'hex',
  notarizedHash: 'hex?',
  systemId: 'text',
});
export type NotarizationRow = RowOf<typeof notarizations>;

export const finalizations = describeTable('finalization', {
  height: 'integer',
  txIndex: 'integer',
  vout: 'integer',
  targetVout: 'integer',
  targetTxid: 'hex',
  status: 'text',
});
export type FinalizationRow = RowOf<typeof finalizations> & { status: NotarizationStatus };

export interface ListedNotarization extends NotarizationRow {
  status: NotarizationStatus;
}

export type OutputPlace = Pick<NotarizationRow, 'height' | 'txIndex' | 'vout'>;

export interface NotarizationPage {
  chainId: string;
  /** Null: of all other chains. */
  systemId: string | null;
  height: number;
  after: OutputPlace | null;
  order: 'ASC' | 'DESC';
  limit: number;
}

/** The last output up to the height that mentions a notarization decides its status. */
export async function listNotarizations(db: SqlExecutor, page: NotarizationPage): Promise<ListedNotarization[]> {
  const { chainId, systemId, height, after, order, limit } = page;
  const first = order === 'ASC' ? -1 : height;
  const values = [chainId, height, after?.height ?? first, after?.txIndex ?? null, after?.vout ?? null, limit];
  return systemId === null
    ? await db.$queryRawUnsafe<ListedNotarization[]>(PAGES[order].ofAll, ...values)
    : await db.$queryRawUnsafe<ListedNotarization[]>(PAGES[order].ofSystem, ...values, systemId);
}

const PLACES_MAX = 2 ** 31 - 1;

/** $1 chain, $2 height that is read at, $3, $4, $5 place that the page begins behind, $6 limit, $7 system. */
function pageOf(order: 'ASC' | 'DESC', key: Readonly<Record<string, string>>): string {
  const columns = [...Object.keys(key), 'height', 'tx_index', 'vout'];
  // Behind the last row, or, on the first page, at the highest place of the height, or below every block.
  const bounds = [
    ...Object.values(key),
    '$3::integer',
    `coalesce($4::integer, ${PLACES_MAX})`,
    `coalesce($5::integer, ${PLACES_MAX})`,
  ];
  const equal = Object.entries(key).map(([column, value]) => `page.${column} = ${value}`);
  return `
  SELECT ${notarizations.columns('page')},
         coalesce(decided.status, 'PENDING') AS status
    FROM (SELECT * FROM notarization WHERE (${columns.join(', ')}) ${order === 'ASC' ? '>' : '<'} (${bounds.join(', ')})
           ORDER BY ${columns.map((column) => `${column} ${order}`).join(', ')} LIMIT $6) AS page
    LEFT JOIN LATERAL (
         SELECT status FROM finalization
          WHERE finalization.chain = page.chain AND target_txid = page.txid AND target_vout = page.vout AND finalization.height <= $2::integer
          ORDER BY finalization.chain DESC, target_txid DESC, target_vout DESC, finalization.height DESC, finalization.tx_index DESC,
                   finalization.vout DESC
          LIMIT 1) AS decided ON true
   WHERE ${equal.join(' AND ')} AND page.height <= $2::integer
   ORDER BY page.height ${order}, page.tx_index ${order}, page.vout ${order}`;
}

function pagesOf(order: 'ASC' | 'DESC') {
  return {
    ofAll: pageOf(order, { chain: chainNumber(1) }),
    ofSystem: pageOf(order, { chain: chainNumber(1), system_id: '$7::text' }),
  };
}

const PAGES = { ASC: pagesOf('ASC'), DESC: pagesOf('DESC') };
