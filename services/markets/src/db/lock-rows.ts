import { chainNumber, numberChain } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { bytes } from '@ledgergraph/chain-kit/hex';
import { type Deposit, type LockRows, type LockTotal, totalKey } from '#/locks/lock-batch.ts';
import { readAmounts, writeAmounts } from './amounts-text.ts';

/** Deposits among outputs, as the batch before left them. */
export async function findOpenDeposits(
  db: SqlExecutor,
  chainId: string,
  outpoints: readonly { txid: string; vout: number }[],
): Promise<Deposit[]> {
  if (outpoints.length === 0) return [];
  const rows = await db.$queryRawUnsafe<(Omit<Deposit, 'amounts'> & { amounts: string })[]>(
    `SELECT wanted.txid, wanted.vout, deposit.system_id AS "systemId", deposit.amounts
       FROM unnest($2::text[], $3::integer[]) AS wanted (txid, vout)
       JOIN system_deposit AS deposit ON deposit.chain = ${chainNumber(1)} AND deposit.txid = decode(wanted.txid, 'hex')
        AND deposit.vout = wanted.vout AND deposit.spent_height IS NULL`,
    chainId,
    outpoints.map(({ txid }) => txid),
    outpoints.map(({ vout }) => vout),
  );
  return rows.map(({ amounts, ...row }) => ({
    ...row,
    amounts: new Map(readAmounts(amounts).map(({ currencyId, satoshis }) => [currencyId, satoshis])),
  }));
}

/** The newest totals of systems, by totalKey. */
export async function findLockTotals(
  db: SqlExecutor,
  chainId: string,
  systemIds: readonly string[],
): Promise<Map<string, LockTotal>> {
  if (systemIds.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<{ systemId: string; currencyId: string; locked: string; exported: string }[]>(
    `SELECT member.system_id AS "systemId", member.currency_id AS "currencyId", last.locked::text, last.exported::text
       FROM system_currency AS member
      CROSS JOIN LATERAL (SELECT locked, exported FROM system_lock AS lock
                           WHERE lock.chain = member.chain AND lock.system_id = member.system_id AND lock.currency_id = member.currency_id
                           ORDER BY lock.height DESC LIMIT 1) AS last
      WHERE member.chain = ${chainNumber(1)} AND member.system_id = ANY ($2::text[])`,
    chainId,
    systemIds,
  );
  return new Map(
    rows.map(({ locked, exported, ...row }) => [totalKey(row), { locked: BigInt(locked), exported: BigInt(exported) }]),
  );
}

export async function insertLockRows(tx: SqlExecutor, chainId: string, rows: LockRows): Promise<void> {
  if (rows.totals.length === 0) return;
  const chain = await numberChain(tx, chainId);
  const spentAt = new Map(rows.spends.map(({ txid, vout, height }) => [`${txid}:${vout}`, height]));
  const made = new Set(rows.deposits.map(({ txid, vout }) => `${txid}:${vout}`));
  await insertRows(
    tx,
    'system_deposit',
    {
      ...{ chain: 'smallint', txid: 'bytea', vout: 'integer', height: 'integer', system_id: 'text', amounts: 'text' },
      spent_height: 'integer',
    },
    rows.deposits.map(({ txid, vout, height, systemId, amounts }) => [
      ...[chain, bytes(txid), vout, height, systemId, writeAmounts(amounts)],
      spentAt.get(`${txid}:${vout}`) ?? null,
    ]),
  );
  await markSpent(
    tx,
    chain,
    rows.spends.filter(({ txid, vout }) => !made.has(`${txid}:${vout}`)),
  );
  const key = { chain: 'smallint', system_id: 'text', currency_id: 'text', height: 'integer' };
  await insertRows(
    tx,
    'system_currency',
    key,
    rows.members.map(({ systemId, currencyId, height }) => [chain, systemId, currencyId, height]),
  );
  await insertRows(
    tx,
    'system_lock',
    { ...key, locked: 'numeric', exported: 'numeric' },
    rows.totals.map((row) => [chain, row.systemId, row.currencyId, row.height, row.locked, row.exported]),
  );
}

async function markSpent(tx: SqlExecutor, chain: number, spends: LockRows['spends']): Promise<void> {
  if (spends.length === 0) return;
  await tx.$executeRawUnsafe(
    `UPDATE system_deposit AS deposit SET spent_height = wanted.height
       FROM unnest($2::text[], $3::integer[], $4::integer[]) AS wanted (txid, vout, height)
      WHERE deposit.chain = $1 AND deposit.txid = decode(wanted.txid, 'hex') AND deposit.vout = wanted.vout`,
    chain,
    spends.map(({ txid }) => txid),
    spends.map(({ vout }) => vout),
    spends.map(({ height }) => height),
  );
}

/** Deletes the rows of blocks above a height, and opens the deposits that they spent; -1: all. */
export async function revertLockRows(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  for (const table of ['system_lock', 'system_currency', 'system_deposit']) {
    await tx.$executeRawUnsafe(
      `DELETE FROM ${table} WHERE chain = ${chainNumber(1)} AND height > $2`,
      chainId,
      keepHeight,
    );
  }
  await tx.$executeRawUnsafe(
    `UPDATE system_deposit SET spent_height = NULL WHERE chain = ${chainNumber(1)} AND spent_height > $2`,
    chainId,
    keepHeight,
  );
}
