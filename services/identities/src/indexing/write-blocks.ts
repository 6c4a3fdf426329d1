import type { Network } from '@ledgergraph/chain-kit/chain/network';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { countIdentities, insertIdentities } from '#/db/identities.ts';
import { closeHolders, insertHolders } from '#/db/identity-holders.ts';
import { insertLabels } from '#/db/identity-labels.ts';
import { insertRevisions, listLastRevisions } from '#/db/identity-revisions.ts';
import type { IdentityRows } from '#/db/identity-rows.ts';
import { insertCurrencyNames } from '#/db/names.ts';
import { buildIdentityRows, type KnownIdentities } from './build-identity-rows.ts';
import { loadNames } from './load-names.ts';
import type { BlockChanges } from './read-identity-changes.ts';

/** Takes what consecutive blocks say about identities into the tables. */
export async function writeBlocks(tx: SqlExecutor, network: Network, changes: readonly BlockChanges[]): Promise<void> {
  if (changes.every((block) => block.identities.length === 0 && block.currencies.length === 0)) return;
  const known = await loadKnown(tx, network, changes);
  await writeRows(tx, network.chainId, buildIdentityRows(changes, known));
}

async function loadKnown(
  tx: SqlExecutor,
  network: Network,
  changes: readonly BlockChanges[],
): Promise<KnownIdentities> {
  const states = changes.flatMap((block) => block.identities.map((change) => change.state));
  const addresses = [...new Set(states.map((state) => state.identityAddress))];
  const last = await listLastRevisions(tx, network.chainId, addresses);
  const lastByAddress = new Map(last.map((revision) => [revision.state.identityAddress, revision]));
  const parents = [
    ...states.filter((state) => !lastByAddress.has(state.identityAddress)),
    ...changes.flatMap((block) => block.currencies),
  ].flatMap((child) => child.parentId ?? []);
  return {
    last: lastByAddress,
    ordinal: await countIdentities(tx, network.chainId, changes.at(-1)?.height ?? 0),
    names: await loadNames(tx, network, parents),
  };
}

async function writeRows(tx: SqlExecutor, chainId: string, rows: IdentityRows): Promise<void> {
  await insertIdentities(tx, chainId, rows.registrations);
  await insertRevisions(tx, chainId, rows.revisions);
  await closeHolders(tx, chainId, rows.closedHolders);
  await insertHolders(tx, chainId, rows.openedHolders);
  await insertLabels(tx, chainId, rows.labels);
  await insertCurrencyNames(tx, chainId, rows.currencies);
}
