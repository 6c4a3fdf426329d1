import { SubgraphFailure } from '#/subgraphs/subgraph-answer.ts';
import type { Chance } from './random.ts';

/** Values that break the schema in each way: of no type, of another type, of another shape, of an unknown name. */
const STRANGE: readonly unknown[] = [null, 'STRANGE', '', 7, 1.5, true, {}, [], [null], { __typename: 'Block' }];
/**
 * Members of the entities' keys, by which the plan joins. A spoilt one causes another fetch of the next subgraph, or
 * none.
 */
const KEY_MEMBERS: ReadonlySet<string> = new Set([
  'chainId',
  'address',
  'hash',
  'txid',
  'identityAddress',
  'currencyId',
  'at',
]);

/** Shares of all values that break the schema: of keys' members, and of all others. */
export interface SpoiltShares {
  spoilt: number;
  spoiltKeys: number;
}

/**
 * A subgraph's answer as a broken one would give it, or one that never came. What happens follows from the question.
 * A member of a key is left out as often as it is strange: an entity that lacks one cannot be asked for.
 * @throws SubgraphFailure for a tenth of the share of spoilt values of all answers
 */
export function spoilAnswer<Answer>(answer: Answer, chance: Chance, shares: SpoiltShares, question: string): Answer {
  const { spoilt: share, spoiltKeys } = shares;
  const fate = chance.share('fate', question);
  if (fate < share / 20) throw new SubgraphFailure('SUBGRAPH_TIMEOUT', new Error('too slow'));
  if (fate < share / 10) throw new SubgraphFailure('SUBGRAPH_UNAVAILABLE', new Error('away'));
  const spoil = (value: unknown, place: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((element, index) => replaced(element, `${place}.${index}`));
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, member]) => {
        const at = `${place}.${name}`;
        if (!KEY_MEMBERS.has(name)) return [[name, replaced(member, at)]];
        if (chance.share('key', question, at) >= spoiltKeys) return [[name, member]];
        return chance.share('lacks', question, at) < 0.5 ? [] : [[name, chance.pick(STRANGE, question, at)]];
      }),
    );
  };
  const replaced = (value: unknown, place: string): unknown => {
    const strange = chance.share(question, place);
    return strange < share ? chance.pick(STRANGE, question, place) : spoil(value, place);
  };
  const { data, ...rest } = answer as Answer & { data: unknown };
  return { ...rest, data: spoil(data, '') } as Answer;
}
