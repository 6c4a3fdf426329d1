import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { insertRowsOf, type Module } from '@ledgergraph/chain-kit/indexing/module';
import type { Network } from '@ledgergraph/graph-kit/network';
import { closeHolders } from '#/db/close-holders.ts';
import { findLastOrdinal, findLastRevisions } from '#/db/last-identities.ts';
import { currencies, holders, type IdentityRows, labels, registrations, revisions } from '#/db/tables.ts';
import { buildIdentityRows, type KnownIdentities } from './build-identity-rows.ts';
import { loadNames } from './load-names.ts';
import { type BlockChanges, readBlock } from './read-blocks.ts';

const identities: Module<IdentityRows, BlockChanges> = {
  tables: { registrations, revisions, holders, labels, currencies },
  read: readBlock,
  async prepare({ db, network, chain, blocks }) {
    const changed = blocks.filter((block) => block.identities.length > 0 || block.currencies.length > 0);
    return buildIdentityRows(changed, await loadKnown(db, network, chain, changed));
  },
  async write(tx, chain, rows) {
    await closeHolders(tx, chain, rows.closedHolders);
    await insertRowsOf(identities, tx, chain, rows);
  },
};

export const MODULES = [identities];

async function loadKnown(
  db: SqlExecutor,
  network: Network,
  chain: number,
  changed: readonly BlockChanges[],
): Promise<KnownIdentities> {
  if (changed.length === 0) return { last: new Map(), ordinal: 0, names: await loadNames(db, network, chain, []) };
  const states = changed.flatMap((block) => block.identities.map((change) => change.state));
  const addresses = [...new Set(states.map((state) => state.identityAddress))];
  const last = await findLastRevisions(db, chain, addresses);
  const children = [
    ...states.filter((state) => !last.has(state.identityAddress)),
    ...changed.flatMap((block) => block.currencies),
  ];
  const parents = children.flatMap(({ parentId }) => parentId ?? []);
  return { last, ordinal: await findLastOrdinal(db, chain), names: await loadNames(db, network, chain, parents) };
}
