import type { Module } from '@ledgergraph/chain-kit/indexing/module';
import { type Block, Validation } from '@ledgergraph/proto-schemas/chain/v1/block';
import { type RewardRow, rewards } from '#/db/rewards.ts';
import { type StakeRow, stakes } from '#/db/stakes.ts';
import { readRewards } from '#/rules/read-rewards.ts';
import { readStake } from '#/rules/read-stake.ts';

export const coinbases: Module<{ rewards: RewardRow[]; stakes: StakeRow[] }> = {
  tables: { rewards, stakes },
  read: (block) => {
    const isStaked = block.validation === Validation.STAKE;
    const paid = readRewards(block).map((reward) => ({ ...reward, height: block.height, isStaked }));
    return { rewards: paid, stakes: stakeRows(block) };
  },
};

export function stakeRows(block: Pick<Block, 'height' | 'producer' | 'validation' | 'transactions'>): StakeRow[] {
  const stake = readStake(block);
  if (stake === null) return [];
  const { address: owner, satoshis, ageBlocks } = stake;
  const addresses = new Set([owner, ...(block.producer === '' ? [] : [block.producer])]);
  return [...addresses].map((address) => ({ height: block.height, address, owner, satoshis, ageBlocks }));
}
