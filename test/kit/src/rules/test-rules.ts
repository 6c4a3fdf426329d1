import { type Check, expectRule } from './expect-rule.ts';

/** Opening a chain applies all of its blocks. */
const TIMEOUT_MS = 120_000;

/** A rule of the protocol, with the number of its records on each chain; -1, or no number: at least one. */
export type Rule<Facts> = readonly [
  title: string,
  counts: readonly number[],
  listChecks: (facts: Facts) => Promise<Check[]> | Check[],
];

export interface RuledChains<Name extends string, Facts> {
  /** Subject of the rules, such as `launches`. */
  subject: string;
  chains: readonly Name[];
  rules: readonly Rule<Facts>[];
  open(name: Name): Promise<Facts>;
  close(facts: Facts): Promise<void>;
  /** Further tests of a chain. */
  further?(name: Name, facts: () => Facts): void;
}

/** A test of each rule on each chain, which is opened once for all of them. */
export function testRules<Name extends string, Facts>(of: RuledChains<Name, Facts>): void {
  const { subject, chains, rules } = of;
  describe.each(chains)(`${subject} of %s`, (name) => {
    let facts: Facts;
    beforeAll(async () => {
      facts = await of.open(name);
    }, TIMEOUT_MS);
    afterAll(() => of.close(facts));

    test.each(rules)('%s', async (rule, counts, listChecks) => {
      const count = counts[chains.indexOf(name)];
      expectRule(rule, await listChecks(facts), count === -1 ? undefined : count);
    });
    of.further?.(name, () => facts);
  });
}
