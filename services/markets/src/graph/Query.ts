import { changesIn } from '@ledgergraph/chain-kit/graph/change-places';
import { listChanges } from '#/db/list-changes.ts';

/** Root fields. The changes are the gateway's source of the event that the schema declares. */
export const Query = { marketsChanges: changesIn(listChanges) };
