import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** If the launch of the other chain fails, an import here pays the transfer back. @param chainId SQL */
export function hasLeft(chainId: string): string {
  return `EXISTS (SELECT 1 FROM export
                   WHERE export.chain = transfer.chain AND export.height = transfer.export_height
                     AND export.tx_index = transfer.export_tx_index AND export.vout = transfer.export_vout
                     AND export.destination_system_id <> ${chainId})`;
}

const STATES = `
UPDATE transfer
   SET state = CASE WHEN export_height IS NULL OR export_height > $2 THEN 'PENDING'
                    WHEN ${hasLeft('(SELECT chain_id FROM chain WHERE id = $1)')} THEN 'LEFT' ELSE 'EXPORTED' END
 WHERE chain = $1 AND`;

/** Must run before links to blocks above the height come apart. */
export async function revertStates(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe(`${STATES} import_height > $2`, chain, keepHeight);
  await tx.$executeRawUnsafe(`${STATES} export_height > $2`, chain, keepHeight);
}
