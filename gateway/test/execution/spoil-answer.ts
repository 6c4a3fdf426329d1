import { SubgraphFailure } from '#/federation/subgraph-client.ts';
import type { Chance } from './random.ts';

/** Values that break the schema in each way: of no type, of another type, of another shape, of an unknown name. */
const STRANGE: readonly unknown[] = [null, 'STRANGE', '', 7, 1.5, true, {}, [], [null], { __typename: 'Block' }];
const KEY_MEMBERS = new Set(['chainId', 'address', 'hash', 'txid', 'identityAddress', 'currencyId', 'at']);

/**
 * A subgraph's answer as a broken one would give it, or one that never came. What happens follows from the question.
 * @param share of all values that are spoilt
 * @throws SubgraphFailure for a tenth of that share of all answers
 */
export function spoilAnswer<Answer>(answer: Answer, chance: Chance, share: number, question: string): Answer {
  const fate = chance.share('fate', question);
  if (fate < share / 20) throw new SubgraphFailure('SUBGRAPH_TIMEOUT', new Error('too slow'));
  if (fate < share / 10) throw new SubgraphFailure('SUBGRAPH_UNAVAILABLE', new Error('away'));
  const spoil = (value: unknown, place: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((element, index) => replaced(element, `${place}.${index}`));
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        // A key is what the plan joins by: a spoilt one would be another question to the next subgraph, not a spoilt answer.
        KEY_MEMBERS.has(name) ? member : replaced(member, `${place}.${name}`),
      ]),
    );
  };
  const replaced = (value: unknown, place: string): unknown => {
    const strange = chance.share(question, place);
    return strange < share ? chance.pick(STRANGE, question, place) : spoil(value, place);
  };
  const { data, ...rest } = answer as Answer & { data: unknown };
  return { ...rest, data: spoil(data, '') } as Answer;
}
