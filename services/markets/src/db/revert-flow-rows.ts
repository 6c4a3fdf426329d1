import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { HAS_LEFT, STAGES } from './transfer-stage.ts';

const OF_CHAIN = `chain = ${chainNumber(1)}`;

/** One statement after the other; links that were made above the height come apart. */
const STATEMENTS = [
  `DELETE FROM listing WHERE ${OF_CHAIN} AND since > $2`,
  ...['transfer', 'export', 'import', 'payout'].map(
    (table) => `DELETE FROM ${table} WHERE ${OF_CHAIN} AND height > $2`,
  ),
  // A transfer that an import paid was exported before, but for those that the importer added itself.
  `UPDATE transfer
      SET import_height = NULL, import_tx_index = NULL, import_vout = NULL, import_ordinal = NULL, outcome = NULL, follows_rules = NULL,
          basket_id = NULL, from_price = NULL, to_price = NULL, amount_out = NULL,
          stage = CASE WHEN export_height IS NULL THEN ${STAGES.PENDING} WHEN ${HAS_LEFT} THEN ${STAGES.LEFT} ELSE ${STAGES.EXPORTED} END
    WHERE ${OF_CHAIN} AND import_height > $2`,
  `UPDATE transfer
      SET export_height = NULL, export_tx_index = NULL, export_vout = NULL, export_ordinal = NULL, stage = ${STAGES.PENDING}
    WHERE ${OF_CHAIN} AND export_height > $2`,
] as const;

/** Leaves the rows of value flows as if no block above keepHeight had been applied; -1: no block is kept. */
export async function revertFlowRows(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  for (const statement of STATEMENTS) await tx.$executeRawUnsafe(statement, chainId, keepHeight);
}
