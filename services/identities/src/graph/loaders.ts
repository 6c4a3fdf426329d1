import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { createKeyedLoader, type KeyedLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import { SuggestionBudget } from '@ledgergraph/chain-kit/graph/near-spellings';
import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import { findIdentities, type IdentityKey } from '#/db/find-identities.ts';
import { findNearNames, type NearName, type NearNamesKey } from '#/db/find-near-names.ts';
import { findVersions, type VersionKey } from '#/db/find-versions.ts';
import type { IdentityInForce } from '#/db/identity-in-force.ts';
import { type BlockVersionsRequest, listBlockVersions } from '#/db/list-block-versions.ts';
import { listContents } from '#/db/list-contents.ts';
import { type ControlledRequest, countControlled, type HolderKey, listControlled } from '#/db/list-controlled.ts';
import { type HistoryRequest, listHistories } from '#/db/list-histories.ts';
import { countSubIdentities, listSubIdentities, type SubIdentitiesRequest } from '#/db/list-sub-identities.ts';
import { areNamed, type NamedKey } from '#/db/names.ts';
import type { IdentityVersionRow } from '#/db/revision-columns.ts';

/** Batches of one request: whatever many objects of an answer ask for goes to the database in one query. */
export interface Loaders {
  view: KeyedLoader<{ chainId: string; at: number | null }, ChainView>;
  identity: KeyedLoader<IdentityKey, IdentityInForce | null>;
  contents: KeyedLoader<IdentityKey, string[]>;
  version: KeyedLoader<VersionKey, IdentityVersionRow | null>;
  oldestVersions: KeyedLoader<HistoryRequest, IdentityVersionRow[]>;
  newestVersions: KeyedLoader<HistoryRequest, IdentityVersionRow[]>;
  blockVersions: KeyedLoader<BlockVersionsRequest, IdentityVersionRow[]>;
  subIdentities: KeyedLoader<SubIdentitiesRequest, IdentityInForce[]>;
  subIdentityCount: KeyedLoader<IdentityKey, number>;
  isNamed: KeyedLoader<NamedKey, boolean>;
  nearNames: KeyedLoader<NearNamesKey, NearName[]>;
  suggestions: SuggestionBudget;
  controlled: KeyedLoader<ControlledRequest, IdentityInForce[]>;
  controlledCount: KeyedLoader<HolderKey, number>;
}

export type GraphContext = ReadContext<Loaders>;

export function createLoaders(db: SqlExecutor, context: Pick<GraphContext, 'view'>): Loaders {
  return {
    view: createKeyedLoader((keys) => Promise.all(keys.map(({ chainId, at }) => context.view(chainId, { at })))),
    identity: createKeyedLoader((keys) => findIdentities(db, keys)),
    contents: createKeyedLoader((keys) => listContents(db, keys)),
    version: createKeyedLoader((keys) => findVersions(db, keys)),
    oldestVersions: createKeyedLoader((requests) => listHistories(db, 'oldest-first', requests)),
    newestVersions: createKeyedLoader((requests) => listHistories(db, 'newest-first', requests)),
    blockVersions: createKeyedLoader((requests) => listBlockVersions(db, requests)),
    subIdentities: createKeyedLoader((requests) => listSubIdentities(db, requests)),
    subIdentityCount: createKeyedLoader((keys) => countSubIdentities(db, keys)),
    isNamed: createKeyedLoader((keys) => areNamed(db, keys)),
    // A request looks for few of them: a statement each.
    nearNames: createKeyedLoader((keys) => Promise.all(keys.map((key) => findNearNames(db, key)))),
    suggestions: new SuggestionBudget(),
    controlled: createKeyedLoader((requests) => listControlled(db, requests)),
    controlledCount: createKeyedLoader((keys) => countControlled(db, keys)),
  };
}
