import type { AsOf } from '@ledgergraph/chain-kit/graph/chain-view';
import { findAddress } from '@ledgergraph/chain-kit/graph/name-arguments';
import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { Order } from '#/db/stakes.ts';
import type { Context } from './loaders.ts';

export interface StakesArguments {
  chainId?: string | null;
  address: string;
  order?: Order | null;
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
  const order = args.order ?? 'DESC';
  const walk = await context.walk('stakes', { ...args, order }, { chainId: args.chainId, asOf: args.asOf });
  const { chainId, height: to } = walk.view;
  const address = await findAddress({ argument: 'address', text: args.address }, walk.view, {
    kind: 'identity',
    isPartial: true,
    find: async (id) => (await context.loaders.stakes.DESC.load({ chainId, address: id, from: 0, to, limit: 1 }))[0],
  });
  return listStakesOf(context, walk, address, order);
}

export async function listStakesOf(context: Context, walk: Walk, address: string, order: Order): Promise<StakePage> {
  const { view, limit, after } = walk;
  const { chainId, at } = view;
  const last = after === null ? null : Number(after[0]);
  const from = order === 'DESC' || last === null ? 0 : last + 1;
  const to = order === 'ASC' || last === null ? view.height : last - 1;
  const rows = await context.loaders.stakes[order].load({ chainId, address, from, to, limit: limit + 1 });
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
