import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { createKeyedLoader, createReadLoader, type KeyedLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import { SuggestionBudget } from '@ledgergraph/chain-kit/graph/near-spellings';
import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import { type ChainHeight, countIdentities } from '#/db/count-identities.ts';
import { findIdentities, type IdentityKey } from '#/db/find-identities.ts';
import { findNearNames, type NearName, type NearNamesKey } from '#/db/find-near-names.ts';
import { findVersions, type VersionKey } from '#/db/find-versions.ts';
import type { IdentityInForce, IdentityVersionRow } from '#/db/in-force.ts';
import { type BlockVersionsRequest, listBlockVersions } from '#/db/list-block-versions.ts';
import { type ContentsKey, listContents } from '#/db/list-contents.ts';
import {
  type ControlChoice,
  type ControlKey,
  type ControlRequest,
  countControl,
  listControl,
} from '#/db/list-control.ts';
import { type ControlledRequest, countControlled, type HolderKey, listControlled } from '#/db/list-controlled.ts';
import { type HistoryRequest, listHistories } from '#/db/list-histories.ts';
import { countSubIdentities, listSubIdentities, type SubIdentitiesRequest } from '#/db/list-sub-identities.ts';
import { areNamed, type NamedKey } from '#/db/names.ts';

/** Each kind of row is one query, whatever number of objects asks for it. */
export interface Loaders {
  view: KeyedLoader<{ chainId: string; at: number | null }, ChainView>;
  identityCount: KeyedLoader<ChainHeight, number>;
  identity: KeyedLoader<IdentityKey, IdentityInForce | null>;
  contents: KeyedLoader<ContentsKey, string[] | null>;
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
  latestControl: ControlLists;
  firstControl: ControlLists;
}

interface ControlLists {
  page: KeyedLoader<ControlRequest, IdentityVersionRow[]>;
  count: KeyedLoader<ControlKey, number>;
}

export type GraphContext = ReadContext<Loaders>;

export function createLoaders(context: Pick<GraphContext, 'view' | 'reads'>): Loaders {
  const { reads } = context;
  const control = (choice: ControlChoice): ControlLists => ({
    page: createReadLoader(reads, (db, requests) => listControl(db, choice, requests)),
    count: createReadLoader(reads, (db, keys) => countControl(db, choice, keys)),
  });
  return {
    view: createKeyedLoader((keys) => Promise.all(keys.map(({ chainId, at }) => context.view(chainId, { at })))),
    identityCount: createReadLoader(reads, countIdentities),
    identity: createReadLoader(reads, findIdentities),
    contents: createReadLoader(reads, (db, keys) => listContents(db, keys)),
    version: createReadLoader(reads, findVersions),
    oldestVersions: createReadLoader(reads, (db, requests) => listHistories(db, 'oldest-first', requests)),
    newestVersions: createReadLoader(reads, (db, requests) => listHistories(db, 'newest-first', requests)),
    blockVersions: createReadLoader(reads, listBlockVersions),
    subIdentities: createReadLoader(reads, listSubIdentities),
    subIdentityCount: createReadLoader(reads, countSubIdentities),
    isNamed: createReadLoader(reads, areNamed),
    // A request looks for few of them: a statement each.
    nearNames: createReadLoader(reads, (db, keys) => Promise.all(keys.map((key) => findNearNames(db, key)))),
    suggestions: new SuggestionBudget(),
    controlled: createReadLoader(reads, listControlled),
    controlledCount: createReadLoader(reads, countControlled),
    latestControl: control('latest'),
    firstControl: control('first'),
  };
}
