import type { AsOf } from '@ledgergraph/chain-kit/graph/chain-view';
import { findAddress } from '@ledgergraph/chain-kit/graph/name-arguments';
import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { Context } from './loaders.ts';

export interface StakesArguments {
  chainId?: string | null;
  address: string;
  asOf?: AsOf | null;
  limit?: number | null;
  cursor?: string | null;
}

interface StakeNode {
  block: { chainId: string; hash: string; at: number | null };
  address: string;
  rewardAddress: string | null;
  staked: bigint;
  ageBlocks: number | null;
  reward: bigint;
}

export interface StakePage {
  stakes: StakeNode[];
  hasMore: boolean;
  nextCursor: string | null;
}

export async function listStakes(args: StakesArguments, context: Context): Promise<StakePage> {
  const walk = await context.walk('stakes', { ...args }, { chainId: args.chainId, asOf: args.asOf });
  const { chainId, height: heightMax } = walk.view;
  const address = await findAddress({ argument: 'address', text: args.address }, walk.view, {
    kind: 'identity',
    isPartial: true,
    find: async (id) => (await context.loaders.stakes.load({ chainId, address: id, heightMax, limit: 1 }))[0],
  });
  return listStakesOf(context, walk, address);
}

export async function listStakesOf(context: Context, walk: Walk, address: string): Promise<StakePage> {
  const { view, limit, after } = walk;
  const { chainId, at } = view;
  const heightMax = after === null ? view.height : Number(after[0]) - 1;
  const rows = await context.loaders.stakes.load({ chainId, address, heightMax, limit: limit + 1 });
  const page = walk.page(rows, ({ height }) => [height]);
  const stakes = page.rows.map(({ hash, owner, producer, satoshis, ageBlocks, reward }) => ({
    block: { chainId, hash, at },
    address: owner,
    rewardAddress: producer === '' ? null : producer,
    staked: satoshis,
    ageBlocks,
    reward,
  }));
  return { stakes, hasMore: page.hasMore, nextCursor: page.nextCursor };
}
