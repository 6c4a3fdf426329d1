import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import DataLoader from 'dataloader';
import { findIdentities, type IdentityKey } from '#/db/find-identities.ts';
import { findVersions, type VersionKey } from '#/db/find-versions.ts';
import type { IdentityInForce } from '#/db/identity-in-force.ts';
import { type BlockVersionsRequest, listBlockVersions } from '#/db/list-block-versions.ts';
import { listContents } from '#/db/list-contents.ts';
import { type HistoryRequest, listHistories } from '#/db/list-histories.ts';
import { countSubIdentities, listSubIdentities, type SubIdentitiesRequest } from '#/db/list-sub-identities.ts';
import type { IdentityVersionRow } from '#/db/version-columns.ts';

type Loader<Key, Value> = DataLoader<Key, Value, string>;

/** Batches of one request: whatever many objects of an answer ask for goes to the database in one query. */
export interface Loaders {
  view: Loader<{ chainId: string; at: number | null }, ChainView>;
  identity: Loader<IdentityKey, IdentityInForce | null>;
  contents: Loader<IdentityKey, string[]>;
  version: Loader<VersionKey, IdentityVersionRow | null>;
  newestVersions: Loader<HistoryRequest, IdentityVersionRow[]>;
  blockVersions: Loader<BlockVersionsRequest, IdentityVersionRow[]>;
  subIdentities: Loader<SubIdentitiesRequest, IdentityInForce[]>;
  subIdentityCount: Loader<IdentityKey, number>;
}

export type GraphContext = ReadContext<Loaders>;

export function createLoaders(db: SqlExecutor, context: Pick<GraphContext, 'view'>): Loaders {
  return {
    view: batched((keys) => Promise.all(keys.map(({ chainId, at }) => context.view(chainId, { at })))),
    identity: batched((keys) => findIdentities(db, keys)),
    contents: batched((keys) => listContents(db, keys)),
    version: batched((keys) => findVersions(db, keys)),
    newestVersions: batched((requests) => listHistories(db, 'newest-first', requests)),
    blockVersions: batched((requests) => listBlockVersions(db, requests)),
    subIdentities: batched((requests) => listSubIdentities(db, requests)),
    subIdentityCount: batched((keys) => countSubIdentities(db, keys)),
  };
}

function batched<Key extends object, Value>(load: (keys: readonly Key[]) => Promise<Value[]>): Loader<Key, Value> {
  return new DataLoader(load, { cacheKeyFn: (key) => JSON.stringify(Object.entries(key).sort()) });
}
