import { createReadLoader, type KeyedLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import { type BlockTotalRow, type ChainHeight, findTotals } from '#/db/block-totals.ts';
import { type BlockRequest, type CoinbaseRow, findCoinbases, listPayouts, type PayoutRow } from '#/db/rewards.ts';
import { type ListedStake, listStakes, type Order, type StakeRequest } from '#/db/stakes.ts';

/** Each kind of row is one query per wave. */
export interface Loaders {
  totals: KeyedLoader<ChainHeight, BlockTotalRow | null>;
  payouts: KeyedLoader<BlockRequest, PayoutRow[]>;
  coinbase: KeyedLoader<BlockRequest, CoinbaseRow | null>;
  stakes: Readonly<Record<Order, KeyedLoader<StakeRequest, ListedStake[]>>>;
}

export type Context = ReadContext<Loaders>;

export function createLoaders({ reads }: Pick<Context, 'reads'>): Loaders {
  return {
    totals: createReadLoader(reads, findTotals),
    payouts: createReadLoader(reads, listPayouts),
    coinbase: createReadLoader(reads, findCoinbases),
    stakes: {
      ASC: createReadLoader(reads, (db, requests: readonly StakeRequest[]) => listStakes('ASC', db, requests)),
      DESC: createReadLoader(reads, (db, requests: readonly StakeRequest[]) => listStakes('DESC', db, requests)),
    },
  };
}

export async function getTotals({ loaders }: Context, key: ChainHeight): Promise<BlockTotalRow> {
  const totals = await loaders.totals.load(key);
  // Rows and applied blocks change in one transaction: only a reorganisation during this request separates them, and then the lost pin
  // replaces the whole answer.
  if (totals === null) throw new Error(`no totals at height ${key.height}`);
  return totals;
}
