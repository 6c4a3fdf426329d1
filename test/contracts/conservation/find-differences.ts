import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { Levels } from './levels.ts';
import { readAddresses } from './read-addresses.ts';
import { readChain } from './read-chain.ts';
import { readCurrencies } from './read-currencies.ts';
import { readMarkets } from './read-markets.ts';
import type { ThreeSubgraphs } from './three-subgraphs.ts';

export interface Difference {
  rule: string;
  currencyId: string;
  height: number;
  left: bigint;
  right: bigint;
}

/** The sums are equal at every height. */
interface Rule {
  name: string;
  left: readonly Levels[];
  right: readonly Levels[];
  currencies: 'all' | 'own' | 'tokens' | 'native';
}

export async function findDifferences(
  subgraphs: ThreeSubgraphs,
  chainId: string,
  blocks: readonly Block[],
): Promise<Difference[]> {
  const facts = readChain(blocks, chainId);
  const markets = await readMarkets(subgraphs, chainId, facts);
  const addresses = await readAddresses(subgraphs, chainId, markets.imports);
  const currencies = await readCurrencies(subgraphs, chainId);
  const rules: Rule[] = [
    { name: 'balances are unspent outputs', left: [addresses.balances], right: [addresses.indexed], currencies: 'all' },
    {
      name: 'rich lists and ownerless outputs are all outputs',
      left: [addresses.richLists, addresses.unheld],
      right: [addresses.unspent],
      currencies: 'all',
    },
    {
      name: 'outputs and shielded coins are all coins made',
      left: [addresses.unspent, facts.shielded],
      right: [currencies.native],
      currencies: 'native',
    },
    {
      name: 'outputs and the fee pool are all units issued',
      left: [addresses.unspent, facts.feePools],
      right: [markets.issued],
      currencies: 'tokens',
    },
    {
      name: 'changes of supply are the supplies of states',
      left: [markets.supplies],
      right: [currencies.supplies],
      currencies: 'own',
    },
    {
      name: 'outputs of transfers are those in flight',
      left: [addresses.transfers],
      right: [markets.pending],
      currencies: 'all',
    },
    {
      name: 'deposits are reserves, gathered amounts, and what is locked',
      left: [addresses.deposits],
      right: [currencies.reserves, markets.underWay, markets.locked],
      currencies: 'all',
    },
    {
      name: 'reserves of markets are those of states',
      left: [markets.reserves],
      right: [currencies.running],
      currencies: 'all',
    },
    { name: 'outputs of imports are payouts', left: [addresses.paid], right: [markets.payouts], currencies: 'all' },
  ];
  const all = new Set(rules.flatMap(({ left, right }) => [...left, ...right]).flatMap((levels) => levels.currencies));
  const groups = {
    all: [...all],
    own: currencies.own,
    tokens: [...all].filter((id) => id !== chainId),
    native: [chainId],
  };
  const height = blocks.length - 1;
  return rules.flatMap((rule) => groups[rule.currencies].flatMap((currencyId) => compare(rule, currencyId, height)));
}

function compare({ name, left, right }: Rule, currencyId: string, height: number): Difference[] {
  const [ours, theirs] = [left, right].map((sides) => sumOf(sides, currencyId, height)) as [bigint[], bigint[]];
  const at = ours.findIndex((amount, index) => amount !== theirs[index]);
  return at === -1 ? [] : [{ rule: name, currencyId, height: at, left: ours[at] ?? 0n, right: theirs[at] ?? 0n }];
}

function sumOf(sides: readonly Levels[], currencyId: string, height: number): bigint[] {
  const rows = sides.map((levels) => levels.of(currencyId, height));
  return Array.from({ length: height + 1 }, (_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0n), 0n));
}
