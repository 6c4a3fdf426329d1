import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { IdentityStatus } from '#/identity/identity-status.ts';
import { countIdentities } from './identities.ts';
import { type IdentityInForce, IN_FORCE_COLUMNS, joinRevisionInForce } from './identity-in-force.ts';
import type { HolderRole } from './identity-rows.ts';
import { Parameters } from './parameters.ts';
import { statusCondition } from './status-condition.ts';

/** All that is given must hold for the identity as it stands at the height. */
export interface IdentityFilter {
  chainId: string;
  height: number;
  /** Folded beginning of a label of the name. */
  search?: string;
  status?: IdentityStatus;
  parentId?: string;
  holders: { role: HolderRole; holder: string }[];
}

/** Values of the last row of a page; `rank` and `labelLength` are 0 without a search. */
export interface ListPosition {
  rank: number;
  labelLength: number;
  ordinal: number;
}

export type ListedIdentity = IdentityInForce & ListPosition;

/** Best match first with a search, else newest registration first. */
export async function listIdentities(
  db: SqlExecutor,
  filter: IdentityFilter,
  page: { after: ListPosition | null; limit: number },
): Promise<ListedIdentity[]> {
  const values = new Parameters();
  const { joins, where } = candidates(filter, values);
  const searched = filter.search !== undefined;
  if (page.after !== null) where.push(afterCondition(page.after, searched, values));
  else if (!searched)
    where.push(`i.ordinal <= ${newestOrdinal(values.add(filter.chainId), values.add(filter.height))}`);
  const [match, order] = searched
    ? ['m.rank, m.label_length', 'rank, label_length, i.ordinal']
    : ['0 AS rank, 0 AS label_length', 'i.ordinal DESC'];
  // The page first, then the states of its rows only: a short search may match most of the chain.
  return db.$queryRawUnsafe<ListedIdentity[]>(
    `SELECT ${IN_FORCE_COLUMNS}, i.rank, i.label_length AS "labelLength"
       FROM (SELECT i.*, ${match} FROM identity i ${joins} WHERE ${where.join(' AND ')}
              ORDER BY ${order} LIMIT ${values.add(page.limit)}) i
       ${joinRevisionInForce(values.add(filter.height))}
      ORDER BY ${order}`,
    ...values.all,
  );
}

/** Exact number of identities that the filter lets through. */
export async function countListedIdentities(db: SqlExecutor, filter: IdentityFilter): Promise<number> {
  const { chainId, height, search, status, parentId, holders } = filter;
  if (search === undefined && status === undefined && parentId === undefined && holders.length === 0) {
    return countIdentities(db, chainId, height);
  }
  const values = new Parameters();
  const { joins, where } = candidates(filter, values);
  const rows = await db.$queryRawUnsafe<{ count: number }[]>(
    `SELECT count(*)::integer AS count FROM identity i ${joins} WHERE ${where.join(' AND ')}`,
    ...values.all,
  );
  return rows[0]?.count ?? 0;
}

/** Ordinals rise with heights: where a list as of a height begins, whatever was registered since. */
function newestOrdinal(chainId: string, height: string): string {
  return `(SELECT ordinal FROM identity WHERE chain_id = ${chainId} AND registered_height <= ${height}
            ORDER BY registered_height DESC, ordinal DESC LIMIT 1)`;
}

function afterCondition(after: ListPosition, searched: boolean, values: Parameters): string {
  if (!searched) return `i.ordinal < ${values.add(after.ordinal)}`;
  const [rank, length, ordinal] = [after.rank, after.labelLength, after.ordinal].map((value) => values.add(value));
  return `(m.rank, m.label_length, i.ordinal) > (${rank}::integer, ${length}::integer, ${ordinal}::integer)`;
}

function candidates(filter: IdentityFilter, values: Parameters): { joins: string; where: string[] } {
  const chainId = values.add(filter.chainId);
  const height = values.add(filter.height);
  const joins: string[] = [];
  const where = [`i.chain_id = ${chainId}`, `i.registered_height <= ${height}`];
  if (filter.search !== undefined) joins.push(joinMatches(filter.search, chainId, height, values));
  if (filter.parentId !== undefined) where.push(`i.parent_id = ${values.add(filter.parentId)}`);
  for (const { role, holder } of filter.holders) {
    where.push(`i.identity_address IN (
      SELECT identity_address FROM identity_holder
       WHERE chain_id = ${chainId} AND role = ${values.add(role)} AND holder = ${values.add(holder)}
         AND from_height <= ${height} AND (to_height IS NULL OR to_height > ${height}))`);
  }
  if (filter.status !== undefined) {
    joins.push(joinRevisionInForce(height));
    where.push(statusCondition(filter.status, height));
  }
  return { joins: joins.join(' '), where };
}

/** Best match of each identity: own label before parents', the whole label before its beginning. */
function joinMatches(search: string, chainId: string, height: string, values: Parameters): string {
  const prefix = Buffer.from(search);
  const from = values.add(prefix);
  const to = values.add(prefixEnd(prefix));
  const next = `get_byte(path || '.'::bytea, ${values.add(prefix.length)}::integer)`;
  return `JOIN (
    SELECT DISTINCT ON (identity_address) identity_address, label_length,
           CASE WHEN ${next} = ascii('.') THEN 0 ELSE 1 END + CASE WHEN position = 0 THEN 0 ELSE 2 END AS rank
      FROM identity_label
     WHERE chain_id = ${chainId} AND height <= ${height} AND path >= ${from} AND path < ${to}
     ORDER BY identity_address, rank, label_length) m ON m.identity_address = i.identity_address`;
}

/** First bytes after everything that begins with the prefix. UTF-8 has no byte 255, so the last one can be raised. */
function prefixEnd(prefix: Buffer): Buffer {
  const end = Buffer.from(prefix);
  const last = end.length - 1;
  end[last] = (end[last] ?? 0) + 1;
  return end;
}
