import type { Resolvers } from './fake-subgraph.ts';
import { GatewayStand, type StandOptions } from './gateway-stand.ts';

/** Started before the first test of a file, reset with `blocks` before each, stopped after the last. */
export function standForFile(options: StandOptions = {}, blocks: Resolvers = {}): GatewayStand {
  const stand = new GatewayStand(options);
  beforeAll(() => stand.start());
  afterAll(() => stand.stop());
  beforeEach(() => {
    stand.reset();
    stand.subgraphs.blocks.resolvers = blocks;
  });
  return stand;
}
