import { type Check, expectRule } from './expect-rule.ts';

export interface Rule<Facts> {
  title: string;
  /** Records on each chain, in the order of the set; -1: one at least. */
  counts: readonly number[];
  list(facts: Facts): Promise<Check[]> | Check[];
}

export interface RuleSet<Name extends string, Chain, Facts> {
  subject: string;
  chains: readonly Name[];
  rules: readonly Rule<Facts>[];
  read(chain: Chain, name: Name): Promise<Facts> | Facts;
  further?(name: Name, facts: () => Facts): void;
}

export type TestedSet<Name extends string, Chain> = (name: Name, chain: () => Chain) => void;

export function ruleSet<Name extends string, Chain, Facts>(set: RuleSet<Name, Chain, Facts>): TestedSet<Name, Chain> {
  const { subject, chains, rules } = set;
  return (name, chain) => {
    const place = chains.indexOf(name);
    if (place < 0) return;
    describe(subject, () => {
      let facts: Facts;
      beforeAll(async () => {
        facts = await set.read(chain(), name);
      });

      test.each(rules)('$title', async ({ title, counts, list }) => {
        const count = counts[place];
        if (count === undefined) throw new Error(`no count of "${title}" for ${name}`);
        expectRule(title, await list(facts), count);
      });
      set.further?.(name, () => facts);
    });
  };
}

export interface RuledChains<Name extends string, Chain> {
  chains: readonly Name[];
  sets: readonly TestedSet<Name, Chain>[];
  open(name: Name): Promise<Chain>;
  close(chain: Chain): Promise<void>;
}

export function testRules<Name extends string, Chain>({ chains, sets, open, close }: RuledChains<Name, Chain>): void {
  describe.each(chains)('%s', (name) => {
    let chain: Chain;
    beforeAll(async () => {
      chain = await open(name);
    });
    afterAll(() => close(chain));
    for (const set of sets) set(name, () => chain);
  });
}
