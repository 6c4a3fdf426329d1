import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { insertIdentities } from '#/db/identities.ts';
import { closeHolders, insertHolders } from '#/db/identity-holders.ts';
import { insertLabels } from '#/db/identity-labels.ts';
import { insertRevisions } from '#/db/identity-revisions.ts';
import type { IdentityRows } from '#/db/identity-rows.ts';
import { insertCurrencyNames } from '#/db/names.ts';

/** Writes the rows of a batch in bulk. */
export async function writeBlocks(tx: SqlExecutor, chainId: string, rows: IdentityRows): Promise<void> {
  await insertIdentities(tx, chainId, rows.registrations);
  await insertRevisions(tx, chainId, rows.revisions);
  await closeHolders(tx, chainId, rows.closedHolders);
  await insertHolders(tx, chainId, rows.openedHolders);
  await insertLabels(tx, chainId, rows.labels);
  await insertCurrencyNames(tx, chainId, rows.currencies);
}
