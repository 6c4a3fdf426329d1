import { Random } from '@ledgergraph/chain-generator/random';
import type { EnvironmentName } from '@ledgergraph/graph-kit/network';

export interface Read {
  query: string;
  variables: Record<string, unknown>;
  environment: EnvironmentName;
}

const EACH = 10;
const WALLET = 400;
const FEW = 20;
const PAGE = 20;

const TRANSACTIONS_OF = `query ($chainId: String, $addresses: [String!]!) {
  walletTransactions(chainId: $chainId, addresses: $addresses, limit: ${PAGE}) {
    nextCursor transactions { txid blockHeight timestamp changes { currencyId amount } } } }`;
const UTXOS_OF = `query ($chainId: String, $addresses: [String!]!) {
  walletUtxos(chainId: $chainId, addresses: $addresses, spendableOnly: true, limit: ${PAGE}) {
    nextCursor utxos { txid vout address value } } }`;
const ADDRESSES = `query ($chainId: String, $addresses: [String!]!) {
  addresses(chainId: $chainId, addresses: $addresses) { address balance received txCount utxoCount } }`;

export interface AskedChain {
  chainId: string;
  environment: EnvironmentName;
}

/** They cost Postgres more than the api. @param addresses the busiest first */
export function drawMix({ chainId, environment }: AskedChain, addresses: readonly string[], seed: number): Read[] {
  const random = new Random(seed).branch('mix');
  const some = (count: number): string[] => {
    const picked = new Set<string>();
    while (picked.size < Math.min(count, addresses.length)) picked.add(random.pick(addresses));
    return [...picked];
  };
  const read = (query: string, count: number): Read => {
    return { query, variables: { chainId, addresses: some(count) }, environment };
  };
  return Array.from({ length: EACH }, () => [
    read(TRANSACTIONS_OF, WALLET),
    read(UTXOS_OF, WALLET),
    read(TRANSACTIONS_OF, WALLET),
    read(UTXOS_OF, WALLET),
    read(ADDRESSES, FEW),
  ]).flat();
}
