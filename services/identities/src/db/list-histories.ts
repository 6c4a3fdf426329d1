import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type IdentityVersionRow, VERSION_BLOCK, VERSION_COLUMNS } from './in-force.ts';

export type HistoryOrder = 'oldest-first' | 'newest-first';

export interface HistoryRequest {
  chainId: string;
  identityAddress: string;
  fromHeight: number;
  toHeight: number;
  after: { height: number; version: number } | null;
  limit: number;
}

/** There is one bound before the first row: with two, Postgres would begin at one and read on to the other. */
const KEYS = describeKeys({
  chainId: 'text',
  identityAddress: 'text',
  startHeight: 'integer',
  startVersion: 'integer',
  endHeight: 'integer',
  limit: 'integer',
});
type PageKey = KeyOf<typeof KEYS>;

const PAGES: Record<HistoryOrder, string> = {
  'oldest-first': page('>', '<=', 'ASC'),
  'newest-first': page('<', '>=', 'DESC'),
};

function page(behind: string, within: string, direction: string): string {
  return `
  SELECT wanted.key, ${VERSION_COLUMNS} FROM ${KEYS.sql}
   CROSS JOIN LATERAL (
         SELECT * FROM identity_revision
          WHERE (chain, identity_address, height, version)
                ${behind} (wanted.chain, wanted.identity_address, wanted.start_height, wanted.start_version)
            AND (chain, identity_address, height) ${within} (wanted.chain, wanted.identity_address, wanted.end_height)
          ORDER BY chain ${direction}, identity_address ${direction}, height ${direction}, version ${direction}
          LIMIT wanted."limit") r
   ${VERSION_BLOCK}
   ORDER BY wanted.key, r.version ${direction}`;
}

/** A page per request; each begins with an index probe, even far into the history. */
export async function listHistories(
  db: SqlExecutor,
  order: HistoryOrder,
  requests: readonly HistoryRequest[],
): Promise<IdentityVersionRow[][]> {
  const isRising = order === 'oldest-first';
  const keys = requests.map(({ chainId, identityAddress, fromHeight, toHeight, after, limit }): PageKey => {
    const start = after ?? { height: isRising ? fromHeight : toHeight + 1, version: 0 };
    const endHeight = isRising ? toHeight : fromHeight;
    return { chainId, identityAddress, startHeight: start.height, startVersion: start.version, endHeight, limit };
  });
  return KEYS.list<IdentityVersionRow>(db, PAGES[order], keys);
}
