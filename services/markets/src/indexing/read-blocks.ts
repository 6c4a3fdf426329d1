import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { type ReadFlows, readFlows } from './read-flows.ts';
import { type LaunchBlock, readLaunches } from './read-launches.ts';
import { readSupply, type SupplyBlock } from './read-supply.ts';

/** Parts of a block that this service needs, by family. */
export interface ReadBlock {
  height: number;
  /** Unix seconds. */
  time: number;
  flows: ReadFlows;
  launches: LaunchBlock;
  supply: SupplyBlock;
}

/** Pure: the same block gives the same parts, whenever it is read. @throws UnexpectedShapeError */
export function readBlock(block: Block): ReadBlock {
  return {
    ...{ height: block.height, time: Number(block.time) },
    ...{ flows: readFlows(block), launches: readLaunches(block), supply: readSupply(block) },
  };
}
