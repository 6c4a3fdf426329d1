import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Network } from '@ledgergraph/graph-kit/network';
import { countIdentities } from '#/db/identities.ts';
import { listLastRevisions } from '#/db/identity-revisions.ts';
import type { IdentityRows } from '#/db/identity-rows.ts';
import { buildIdentityRows, type KnownIdentities, NO_IDENTITY_ROWS } from './build-identity-rows.ts';
import { loadNames } from './load-names.ts';
import type { BlockChanges } from './read-blocks.ts';

/** Reads the states that consecutive blocks build on and computes the rows that they add. */
export async function prepareBlocks(
  db: SqlExecutor,
  network: Network,
  changes: readonly BlockChanges[],
): Promise<IdentityRows> {
  const changed = changes.filter(({ identities, currencies }) => identities.length > 0 || currencies.length > 0);
  if (changed.length === 0) return NO_IDENTITY_ROWS;
  return buildIdentityRows(changed, await loadKnown(db, network, changed));
}

async function loadKnown(
  db: SqlExecutor,
  network: Network,
  changes: readonly BlockChanges[],
): Promise<KnownIdentities> {
  const states = changes.flatMap((block) => block.identities.map((change) => change.state));
  const addresses = [...new Set(states.map((state) => state.identityAddress))];
  const last = await listLastRevisions(db, network.chainId, addresses);
  const lastByAddress = new Map(last.map((revision) => [revision.state.identityAddress, revision]));
  const parents = [
    ...states.filter((state) => !lastByAddress.has(state.identityAddress)),
    ...changes.flatMap((block) => block.currencies),
  ].flatMap((child) => child.parentId ?? []);
  return {
    last: lastByAddress,
    ordinal: await countIdentities(db, network.chainId, changes.at(-1)?.height ?? 0),
    names: await loadNames(db, network, parents),
  };
}
