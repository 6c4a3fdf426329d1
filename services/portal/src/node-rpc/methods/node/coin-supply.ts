import { answerOfNode } from '../../answer-of-node.ts';
import type { Method } from '../../method.ts';

export const coinSupply: Method = {
  name: 'coinsupply',
  family: 'blocks',
  answeredBy: 'node',
  /** The node counts up to any block: without a height, up to the one that is read. */
  async run(call) {
    const params = call.params.length > 0 ? call.params : [String((await call.block()).height)];
    return answerOfNode(call, 'coinsupply', params);
  },
};
