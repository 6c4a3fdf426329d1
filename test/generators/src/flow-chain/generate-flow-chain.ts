import type { GeneratedBlock } from '#/generated-chain/print-block.ts';
import { Random } from '#/random.ts';
import type { FlowLedger } from './flow-ledger.ts';
import { drawPeople, FlowUsers } from './flow-users.ts';
import { BlockMaker } from './make-block.ts';
import { World } from './world.ts';

export interface FlowChainOptions {
  /** The same seed gives the same bytes on every machine. */
  seed: number;
  /** Number of blocks, genesis included. */
  blocks: number;
  /** i-address and name of the native currency. */
  chainId: string;
  name: string;
  /** From this height on, everything is drawn from another seed: the branch of a reorganisation. Blocks below are the same. */
  fork?: { height: number; seed: number };
}

export interface FlowChain {
  blocks: GeneratedBlock[];
  /** Everything that happens on it, as the generator knows it. */
  ledger: FlowLedger;
}

/**
 * A chain on which value flows: launches that succeed, fail and are exceeded, conversions in every direction, sends, mints, burns, offers and
 * registrations, on mined and staked blocks. Each output is of the shape that a real node prints, and its amounts follow the protocol's formulas.
 */
export function generateFlowChain({ seed, blocks, chainId, name, fork }: FlowChainOptions): FlowChain {
  const people = drawPeople(seed, name);
  const world = new World({ chainId, name, random: new Random(seed), people, label: '' });
  const users = new FlowUsers(world);
  const maker = new BlockMaker(world);
  const made: GeneratedBlock[] = [];
  for (let height = 0; height < blocks; height += 1) {
    if (height === fork?.height) world.random = new Random(fork.seed);
    world.height = height;
    world.body = [];
    world.wallet.ripen(height);
    if (height > 0) users.act();
    made.push(maker.make());
  }
  return { blocks: made, ledger: world.ledger };
}
