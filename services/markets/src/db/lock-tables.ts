import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';
import { type Deposit, type LockTotal, totalKey } from '#/locks/lock-batch.ts';
import { readAmounts } from './amounts-text.ts';

export const depositTable = describeTable(
  'system_deposit',
  { txid: 'hex', vout: 'integer', height: 'integer', systemId: 'text', amounts: 'text', spentHeight: 'integer?' },
  { setLater: { spentHeight: [] } },
);
export type DepositRow = RowOf<typeof depositTable>;

export const systemCurrencyTable = describeTable('system_currency', {
  systemId: 'text',
  currencyId: 'text',
  height: 'integer',
});

export const lockTable = describeTable('system_lock', {
  systemId: 'text',
  currencyId: 'text',
  height: 'integer',
  locked: 'numeric',
  exported: 'numeric',
});
type LockRow = RowOf<typeof lockTable>;

export async function findOpenDeposits(
  db: SqlExecutor,
  chain: number,
  outpoints: readonly { txid: string; vout: number }[],
): Promise<Deposit[]> {
  if (outpoints.length === 0) return [];
  const rows = await db.$queryRawUnsafe<DepositRow[]>(
    `SELECT ${depositTable.columns('deposit')}
       FROM unnest($2::text[], $3::integer[]) AS wanted (txid, vout)
       JOIN system_deposit AS deposit ON deposit.chain = $1 AND deposit.txid = decode(wanted.txid, 'hex')
        AND deposit.vout = wanted.vout AND deposit.spent_height IS NULL`,
    chain,
    outpoints.map(({ txid }) => txid),
    outpoints.map(({ vout }) => vout),
  );
  return rows.map(({ txid, vout, systemId, amounts }) => {
    const held = readAmounts(amounts).map(({ currencyId, satoshis }) => [currencyId, satoshis] as const);
    return { txid, vout, systemId, amounts: new Map(held) };
  });
}

/** SQL of `last`, for the row `member` of system_currency. @param condition SQL of those that count */
function lastTotals(condition: string): string {
  return `CROSS JOIN LATERAL (SELECT * FROM system_lock AS lock
              WHERE lock.chain = member.chain AND lock.system_id = member.system_id AND lock.currency_id = member.currency_id ${condition}
              ORDER BY lock.height DESC LIMIT 1) AS last`;
}

export async function findLockTotals(
  db: SqlExecutor,
  chain: number,
  systemIds: readonly string[],
): Promise<Map<string, LockTotal>> {
  if (systemIds.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<unknown[]>(
    `SELECT ${lockTable.columns('last')}
       FROM system_currency AS member ${lastTotals('')}
      WHERE member.chain = $1 AND member.system_id = ANY ($2::text[])`,
    chain,
    systemIds,
  );
  return new Map(
    lockTable.fromSql<LockRow>(rows).map(({ locked, exported, ...member }) => [totalKey(member), { locked, exported }]),
  );
}

export interface SystemLocksPage {
  chainId: string;
  height: number;
  after: readonly [string, string] | null;
  limit: number;
}

export type SystemLockRow = Omit<LockRow, 'height'>;

/** A currency stays in the list when nothing of it is left. */
export async function listSystemLocks(
  db: SqlExecutor,
  { chainId, height, after, limit }: SystemLocksPage,
): Promise<SystemLockRow[]> {
  const rows = await db.$queryRawUnsafe<unknown[]>(
    `SELECT ${lockTable.columns('last')}
       FROM system_currency AS member ${lastTotals('AND lock.height <= $2')}
      WHERE member.chain = ${chainNumber(1)} AND (member.system_id, member.currency_id) > ($3::text, $4::text)
      ORDER BY member.chain, member.system_id, member.currency_id LIMIT $5`,
    chainId,
    height,
    ...(after ?? ['', '']),
    limit,
  );
  return lockTable.fromSql<LockRow>(rows);
}

const EXPORTED_KEYS = describeKeys({ chainId: 'text', systemId: 'text', currencyId: 'text', height: 'integer' });
export type ExportedKey = KeyOf<typeof EXPORTED_KEYS>;

export async function findExportedTotals(db: SqlExecutor, keys: readonly ExportedKey[]): Promise<bigint[]> {
  const rows = await EXPORTED_KEYS.find<{ exported: string }>(
    db,
    `SELECT wanted.key, last.exported::text
       FROM ${EXPORTED_KEYS.sql}
      CROSS JOIN LATERAL (SELECT exported FROM system_lock AS lock
                           WHERE lock.chain = wanted.chain AND lock.system_id = wanted.system_id
                             AND lock.currency_id = wanted.currency_id AND lock.height <= wanted.height
                           ORDER BY lock.height DESC LIMIT 1) AS last`,
    keys,
  );
  return rows.map((row) => BigInt(row?.exported ?? 0));
}
