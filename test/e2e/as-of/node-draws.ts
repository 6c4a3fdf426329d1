import { isDeepStrictEqual } from 'node:util';
import type { Random } from '@ledgergraph/generators/random';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { compareStateAt } from '../agrees-with-node/currencies.ts';
import { compareIdentity } from '../agrees-with-node/identities.ts';
import { type Ask, Differences, type RecordedAnswer } from '../agrees-with-node/oracle.ts';
import { firstDifference } from './operation.ts';
import type { Subjects } from './subjects.ts';

/** Something that the node was asked of a height: how to hold our answer to the node's. */
type Comparison = (ask: Ask, differences: Differences) => Promise<void>;

interface NodeDraw {
  compare: Comparison;
  height: number;
  /** Answer of a sync that stood there. */
  expected: Untyped;
}

/**
 * Answers of the node about heights: they are compared with those of a sync that stands there, which is queried
 * without asOf, and later once more as of the height.
 */
export class NodeDraws {
  readonly differences = new Differences();
  readonly #byHeight: ReadonlyMap<number, Comparison[]>;
  readonly #ask: Ask;
  readonly #drawn: NodeDraw[] = [];

  constructor(ask: Ask, answers: readonly RecordedAnswer[], { chainId, currencies }: Subjects) {
    this.#ask = ask;
    const comparisons: { height: number; compare: Comparison }[] = [];
    for (const answer of answers) {
      const [subject, height] = answer.params as [string, number | undefined];
      if (answer.method === 'getidentity' && typeof height === 'number') {
        comparisons.push({ height, compare: (by, differences) => compareIdentity(by, answer, differences) });
      }
      // Before its definition the node makes up a state; of a root's own coin it answers only 0.
      const from = currencies.find(({ value }) => value === subject)?.from;
      if (answer.method !== 'getcurrencystate' || from === undefined || subject === chainId) continue;
      for (const entry of answer.result.filter(({ height: asked }: Untyped) => asked >= from)) {
        const compare: Comparison = (by, differences) => compareStateAt(by, subject, entry, differences);
        comparisons.push({ height: entry.height, compare });
      }
    }
    this.#byHeight = new Map(
      Array.from(
        Map.groupBy(comparisons, ({ height }) => height),
        ([height, group]) => [height, group.map(({ compare }) => compare)],
      ),
    );
  }

  get count(): number {
    return this.#drawn.length;
  }

  /** One of what the node was asked of this height, if anything: to be called when the sync stands there. */
  async draw(height: number, random: Random): Promise<void> {
    const comparisons = this.#byHeight.get(height) ?? [];
    if (comparisons.length === 0) return;
    const compare = random.pick(comparisons);
    let expected: Untyped;
    await compare(async (document, variables) => {
      const answer = await this.#ask(document, { ...variables, asOf: null });
      expected = answer;
      return answer;
    }, this.differences);
    this.#drawn.push({ compare, height, expected });
  }

  /** @returns what is answered otherwise as of the height than it was there, in words */
  async recall(): Promise<string[]> {
    const found: string[] = [];
    for (const { compare, height, expected } of this.#drawn) {
      await compare(async (document, variables) => {
        const now = await this.#ask(document, variables);
        if (!isDeepStrictEqual(now, expected)) {
          found.push(`as of ${height}, ${JSON.stringify(variables)}: ${firstDifference(expected, now)}\n${document}`);
        }
        return now;
      }, this.differences);
    }
    return found;
  }
}
