import { answerOfNode } from '../../answer-of-node.ts';
import type { Method } from '../../method.ts';

export const coinSupply: Method = {
  name: 'coinsupply',
  family: 'blocks',
  answeredBy: 'node',
  /** The node counts up to any block: without a height, up to the one that is read. */
  async run(call) {
    const { height } = await call.block();
    const [asked = String(height), ...others] = call.params;
    // verusd has such an error in the result.
    if (call.asOf !== undefined && Number(asked) > height) return { error: 'invalid height' };
    return answerOfNode(call, 'coinsupply', [asked, ...others]);
  },
};
