import type { Resolvers } from './fake-subgraph.ts';
import { GatewayStand, type StandOptions } from './gateway-stand.ts';

/**
 * A stand that all tests of a file share: started before the first, reset before each, stopped after the last.
 * @param blocks resolvers of the blocks subgraph at the begin of each test
 */
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
