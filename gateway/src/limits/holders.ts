import type { Holder } from '@ledgergraph/service-kit/limits/concurrency-limit';
import type { Charge } from '@ledgergraph/service-kit/limits/rates';
import { type Rate, times } from '@ledgergraph/service-kit/limits/token-bucket';
import type { KnownKey } from '#/auth/key-answer.ts';

/** However many keys a team makes. */
const KEYS_OF_TEAM = 4;
/** However many teams a person opens. */
export const TEAMS_OF_PERSON = 2;

type Owned = Pick<KnownKey, 'id' | 'teamId' | 'personId'>;

/**
 * The owners that a key's limit counts for, from the narrowest to the widest, with the multiple of the key's part that each has. The
 * teams of a person may have several plans: those with equal limits count together.
 */
function ownersOf({ id, teamId, personId }: Owned, limit: number): readonly { id: string; parts: number }[] {
  const owners = [
    { id: `key ${id}`, parts: 1 },
    { id: `team ${teamId}`, parts: KEYS_OF_TEAM },
  ];
  // The operator's keys belong to no person.
  return personId === null
    ? owners
    : [...owners, { id: `person ${personId} ${limit}`, parts: KEYS_OF_TEAM * TEAMS_OF_PERSON }];
}

/** @param max of one key */
export function holdersOf(key: Owned, max: number): Holder[] {
  return ownersOf(key, max).map(({ id, parts }) => ({ id, max: max * parts }));
}

/** @param rate of one key */
export function chargesOf(key: Owned, rate: Rate): Charge[] {
  return ownersOf(key, rate.perSecond).map(({ id, parts }) => ({ id, rate: parts === 1 ? rate : times(rate, parts) }));
}
