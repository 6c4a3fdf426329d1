import { chainNumber, chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { columnsOf, rowOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface SystemLocksPage {
  chainId: string;
  /** Block that is read. */
  height: number;
  /** The page begins behind this system and currency; null: at the first. */
  after: readonly [string, string] | null;
  limit: number;
}

/** One currency of another system; satoshis. */
export interface SystemLockRow {
  systemId: string;
  currencyId: string;
  locked: bigint;
  /** In all exports to it so far. */
  exported: bigint;
}

/** A page by system and currency. A currency stays in the list when nothing of it is left. */
export async function listSystemLocks(
  db: SqlExecutor,
  { chainId, height, after, limit }: SystemLocksPage,
): Promise<SystemLockRow[]> {
  const rows = await db.$queryRawUnsafe<Record<keyof SystemLockRow, string>[]>(
    `SELECT member.system_id AS "systemId", member.currency_id AS "currencyId", last.locked::text, last.exported::text
       FROM system_currency AS member
      CROSS JOIN LATERAL (SELECT locked, exported FROM system_lock AS lock
                           WHERE lock.chain = member.chain AND lock.system_id = member.system_id
                             AND lock.currency_id = member.currency_id AND lock.height <= $2
                           ORDER BY lock.height DESC LIMIT 1) AS last
      WHERE member.chain = ${chainNumber(1)} AND (member.system_id, member.currency_id) > ($3::text, $4::text)
      ORDER BY member.chain, member.system_id, member.currency_id LIMIT $5`,
    chainId,
    height,
    ...(after ?? ['', '']),
    limit,
  );
  return rows.map(({ locked, exported, ...row }) => ({ ...row, locked: BigInt(locked), exported: BigInt(exported) }));
}

/** Exports of a currency to a system, up to a height. */
export interface ExportedKey {
  chainId: string;
  systemId: string;
  currencyId: string;
  height: number;
}

/** Satoshis in the exports of each key, in the order of keys. */
export async function findExportedTotals(db: SqlExecutor, keys: readonly ExportedKey[]): Promise<bigint[]> {
  const rows = await db.$queryRawUnsafe<{ key: number; exported: string }[]>(
    `SELECT wanted.key::integer AS key, last.exported::text
       FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[])
            WITH ORDINALITY AS wanted (chain_id, system_id, currency_id, height, key)
      CROSS JOIN LATERAL (SELECT exported FROM system_lock AS lock
                           WHERE lock.chain = ${chainNumberOf('wanted.chain_id')} AND lock.system_id = wanted.system_id
                             AND lock.currency_id = wanted.currency_id AND lock.height <= wanted.height
                           ORDER BY lock.height DESC LIMIT 1) AS last`,
    ...columnsOf(keys, 'chainId', 'systemId', 'currencyId', 'height'),
  );
  return rowOfKeys(keys, rows).map((row) => BigInt(row?.exported ?? 0));
}

/** A chain and another system whose exports it imports, up to a height. */
export interface LastImportKey {
  chainId: string;
  /** List of the imports of that system: scopeOf. */
  scope: string;
  height: number;
}

/** The export that the newest import names. */
export interface ImportedExport {
  exportTxid: string;
  exportVout: number;
}

/** For each key, in their order; null where there is no such import, or it names no export. */
export async function findLastImported(
  db: SqlExecutor,
  keys: readonly LastImportKey[],
): Promise<(ImportedExport | null)[]> {
  const rows = await db.$queryRawUnsafe<(Partial<ImportedExport> & { key: number })[]>(
    `SELECT wanted.key::integer AS key, encode(import.export_txid, 'hex') AS "exportTxid", import.export_out AS "exportVout"
       FROM unnest($1::text[], $2::bigint[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, scope, height, key)
      CROSS JOIN LATERAL (SELECT * FROM listing AS member
                           WHERE member.chain = ${chainNumberOf('wanted.chain_id')} AND member.scope = wanted.scope
                             AND member.height <= wanted.height
                           ORDER BY member.chain DESC, member.scope DESC, member.height DESC, member.tx_index DESC, member.vout DESC,
                                    member.ordinal DESC
                           LIMIT 1) AS last
       JOIN import ON import.chain = last.chain AND import.height = last.height AND import.tx_index = last.tx_index
        AND import.vout = last.vout`,
    ...columnsOf(keys, 'chainId', 'scope', 'height'),
  );
  return rowOfKeys(keys, rows).map((row) =>
    row?.exportTxid == null || row.exportVout == null
      ? null
      : { exportTxid: row.exportTxid, exportVout: row.exportVout },
  );
}
