import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Network } from '@ledgergraph/graph-kit/network';
import { countIdentities } from '#/db/identities.ts';
import { listLastRevisions } from '#/db/identity-revisions.ts';
import type { IdentityRows } from '#/db/identity-rows.ts';
import { buildIdentityRows, type KnownIdentities } from './build-identity-rows.ts';
import { loadNames } from './load-names.ts';
import type { BlockChanges } from './read-blocks.ts';

/**
 * Computes the rows that consecutive blocks add. It reads the states that they build on inside the transaction that
 * writes them, when the batch before is written (docs/adr/0018-blocks-are-written-in-bulk.md).
 * @returns null where the blocks change no identity and no currency
 */
export async function prepareBlocks(
  tx: SqlExecutor,
  network: Network,
  changes: readonly BlockChanges[],
): Promise<IdentityRows | null> {
  if (changes.every((block) => block.identities.length === 0 && block.currencies.length === 0)) return null;
  return buildIdentityRows(changes, await loadKnown(tx, network, changes));
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
