import { isDeepStrictEqual } from 'node:util';
import type { Random } from '@ledgergraph/chain-generator/random';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { compareStateAt } from '../agrees-with-node/currencies.ts';
import { compareIdentity } from '../agrees-with-node/identities.ts';
import { type Ask, Differences, type RecordedAnswer } from '../agrees-with-node/oracle.ts';
import { firstDifference } from './operation.ts';
import type { Subjects } from './subjects.ts';

type Comparison = (ask: Ask, differences: Differences) => Promise<void>;

interface NodeDraw {
  compare: Comparison;
  height: number;
  expected: Untyped;
}

/** A sync that stands there is asked without asOf, and later one as of the height. */
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
      // The node makes up a state before the definition; for a root's own coin it answers only 0.
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

  /** @returns differences in words */
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
