import { SubgraphFailure } from '#/subgraphs/subgraph-answer.ts';
import type { Chance } from './random.ts';

const STRANGE: readonly unknown[] = [null, 'STRANGE', '', 7, 1.5, true, {}, [], [null], { __typename: 'Block' }];
/** The plan joins by these: a spoilt one causes another fetch of the next subgraph, or none. */
const KEY_MEMBERS: ReadonlySet<string> = new Set([
  'chainId',
  'address',
  'hash',
  'txid',
  'identityAddress',
  'currencyId',
  'at',
]);

export interface SpoiltShares {
  spoilt: number;
  spoiltKeys: number;
}

/** Chance follows from the question. @throws SubgraphFailure for a tenth of the share of spoilt values */
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
