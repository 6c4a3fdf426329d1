import { type Counts, findBroken, type Rule } from './rules.ts';
import { type ChainName, GENERATED, openChains, RECORDED, type VerifiedChain } from './verified-chain.ts';

/** A test of each rule on every chain. */
export function testRules(rules: readonly Rule[]): void {
  let chains: Map<ChainName, VerifiedChain>;
  beforeAll(async () => {
    chains = await openChains();
  });

  test.each(rules.map((rule) => [rule.title, rule] as const))('%s', (_, rule) => {
    const found: number[] = [];
    for (const name of [...RECORDED, ...GENERATED]) {
      const chain = chains.get(name);
      if (chain === undefined) throw new Error(`no chain ${name}`);
      const checked = rule.list(chain, chains);
      expect(findBroken(rule, checked).map((line) => `${name}: ${line}`)).toEqual([]);
      found.push(checked.length);
    }
    expectCounts(found, rule.counts);
  });
}

/** Recordings stay as they are; generated chains change with their generator. */
function expectCounts(found: readonly number[], counts: Counts): void {
  const exact = RECORDED.length;
  expect(found.slice(0, exact)).toEqual(counts.slice(0, exact));
  for (const [index, least] of counts.slice(exact).entries()) {
    expect(found[exact + index]).toBeGreaterThanOrEqual(least);
  }
}
