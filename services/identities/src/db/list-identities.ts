import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { IDENTITY_FLAGS } from '@ledgergraph/verus-protocol/flags';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { IdentityStatus } from '#/rules/identity-status.ts';
import { countIdentities } from './count-identities.ts';
import { type IdentityInForce, IN_FORCE_COLUMNS } from './in-force.ts';
import type { HolderRole } from './tables.ts';

/** A timelock is stored as the daemon prints it: as a signed number of 32 bits. */
const UINT32_MAX = 0xffffffff;

/** All given conditions must hold at the height. */
export interface IdentityFilter {
  chainId: string;
  height: number;
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

/** Best match first with a search, otherwise newest registration first. */
export async function listIdentities(
  db: SqlExecutor,
  filter: IdentityFilter,
  { after, limit }: { after: ListPosition | null; limit: number },
): Promise<ListedIdentity[]> {
  const { match, order, start } = filter.search === undefined ? newestFirst(filter, after) : bestMatchFirst(after);
  // States are read only for the rows of the page: a short search may match most of the chain.
  const { text, values } = sql`
    SELECT ${raw(IN_FORCE_COLUMNS)}, i.rank, i.label_length AS "labelLength"
      FROM (SELECT i.*, ${match} FROM ${identitiesIn(filter)} ${start} ORDER BY ${order} LIMIT ${limit}) i
      ${joinRevisionInForce(filter.height)}
     ORDER BY ${order}`;
  return db.$queryRawUnsafe<ListedIdentity[]>(text, ...values);
}

export async function countListedIdentities(db: SqlExecutor, filter: IdentityFilter): Promise<number> {
  const { chainId, height, search, status, parentId, holders } = filter;
  if (search === undefined && status === undefined && parentId === undefined && holders.length === 0) {
    const [count = 0] = await countIdentities(db, [{ chainId, height }]);
    return count;
  }
  const { text, values } = sql`SELECT count(*)::integer AS count FROM ${identitiesIn(filter)}`;
  const rows = await db.$queryRawUnsafe<{ count: number }[]>(text, ...values);
  return rows[0]?.count ?? 0;
}

interface ListOrder {
  match: Sql;
  order: Sql;
  start: Sql;
}

/** Ordinals rise with heights, so a list begins at the newest ordinal of its height, whatever was registered since. */
function newestFirst({ chainId, height }: IdentityFilter, after: ListPosition | null): ListOrder {
  const newest = sql`(
    SELECT ordinal FROM identity WHERE chain = ${chainOf(chainId)} AND registered_height <= ${height}
     ORDER BY registered_height DESC, ordinal DESC LIMIT 1)`;
  return {
    match: sql`0 AS rank, 0 AS label_length`,
    order: sql`i.ordinal DESC`,
    start: after === null ? sql`AND i.ordinal <= ${newest}` : sql`AND i.ordinal < ${after.ordinal}`,
  };
}

function bestMatchFirst(after: ListPosition | null): ListOrder {
  return {
    match: sql`m.rank, m.label_length`,
    order: sql`rank, label_length, i.ordinal`,
    start:
      after === null
        ? empty
        : sql`AND (m.rank, m.label_length, i.ordinal)
                > (${after.rank}::integer, ${after.labelLength}::integer, ${after.ordinal}::integer)`,
  };
}

function identitiesIn({ chainId, height, search, status, parentId, holders }: IdentityFilter): Sql {
  return sql`identity i
    ${search === undefined ? empty : joinMatches(search, chainId, height)}
    ${status === undefined ? empty : joinRevisionInForce(height)}
    WHERE i.chain = ${chainOf(chainId)} AND i.registered_height <= ${height}
    ${parentId === undefined ? empty : sql`AND i.parent_id = ${parentId}`}
    ${status === undefined ? empty : sql`AND ${hasStatus(status, height)}`}
    ${holders.length === 0 ? empty : join(holders.map(isHeld), ' ')}`;

  function isHeld({ role, holder }: { role: HolderRole; holder: string }): Sql {
    return sql`AND i.identity_address IN (
      SELECT identity_address FROM identity_holder
       WHERE chain = ${chainOf(chainId)} AND role = ${role} AND holder = ${holder}
         AND from_height <= ${height} AND (to_height IS NULL OR to_height > ${height}))`;
  }
}

/** Best match of each identity: its own label before its parents', a whole label before a beginning. */
function joinMatches(search: string, chainId: string, height: number): Sql {
  const prefix = Buffer.from(search);
  const next = sql`get_byte(path || '.'::bytea, ${prefix.length}::integer)`;
  return sql`JOIN (
    SELECT DISTINCT ON (identity_address) identity_address, label_length,
           CASE WHEN ${next} = ascii('.') THEN 0 ELSE 1 END + CASE WHEN position = 0 THEN 0 ELSE 2 END AS rank
      FROM identity_label
     WHERE chain = ${chainOf(chainId)} AND height <= ${height} AND path >= ${prefix} AND path < ${prefixEnd(prefix)}
     ORDER BY identity_address, rank, label_length) m ON m.identity_address = i.identity_address`;
}

/** One index probe, however long the history. */
function joinRevisionInForce(height: number): Sql {
  return sql`CROSS JOIN LATERAL (
    SELECT * FROM identity_revision
     WHERE chain = i.chain AND identity_address = i.identity_address AND height <= ${height}
     ORDER BY height DESC, version DESC LIMIT 1) r`;
}

/** `identityStatus` as a condition; a test compares both. */
function hasStatus(status: IdentityStatus, height: number): Sql {
  const revoked = sql`(r.flags & ${IDENTITY_FLAGS.REVOKED}) <> 0`;
  const locked = sql`(r.structure_version >= 2 AND ((r.flags & ${IDENTITY_FLAGS.LOCKED}) <> 0
    OR (r.timelock <> 0 AND (r.timelock & ${UINT32_MAX}) >= ${height})))`;
  if (status === 'REVOKED') return revoked;
  return status === 'LOCKED' ? sql`(NOT ${revoked} AND ${locked})` : sql`(NOT ${revoked} AND NOT ${locked})`;
}

/** UTF-8 has no byte 255, so the last byte can be raised. */
function prefixEnd(prefix: Buffer): Buffer {
  const end = Buffer.from(prefix);
  const last = end.length - 1;
  end[last] = (end[last] ?? 0) + 1;
  return end;
}

function chainOf(chainId: string): Sql {
  return sql`(SELECT id FROM chain WHERE chain.chain_id = ${chainId})`;
}
