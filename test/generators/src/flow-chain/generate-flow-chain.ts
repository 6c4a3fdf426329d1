import type { PrintedBlock } from '@ledgergraph/chain-generator/block';
import { Random } from '@ledgergraph/chain-generator/random';
import type { FlowLedger } from './flow-ledger.ts';
import { drawPeople, FlowUsers } from './flow-users.ts';
import { BlockMaker } from './make-block.ts';
import { World } from './world.ts';

export interface FlowChainOptions {
  /** Determines the bytes on every machine. */
  seed: number;
  blocks: number;
  chainId: string;
  name: string;
  /** A branch: another seed draws from this height on. */
  fork?: { height: number; seed: number };
}

export interface FlowChain {
  blocks: PrintedBlock[];
  ledger: FlowLedger;
}

/**
 * Launches that succeed, fail and are exceeded, conversions, sends, mints, burns, offers and registrations, on mined and staked blocks.
 * Outputs have the shapes of a real node, amounts follow the protocol's formulas.
 */
export function generateFlowChain({ seed, blocks, chainId, name, fork }: FlowChainOptions): FlowChain {
  const people = drawPeople(seed, name);
  const world = new World({ chainId, name, random: new Random(seed), people, label: '' });
  const users = new FlowUsers(world);
  const maker = new BlockMaker(world);
  const made: PrintedBlock[] = [];
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
