import { listOf, objectOf } from '#/gateway/values.ts';
import type { Method } from '../../method.ts';
import { onlyNow } from '../../only-now.ts';
import { countParams } from '../../read-params.ts';

const TIPS = `query RpcChainTips($chain: String!) {
  chainTips(chainId: $chain) { branchLength block { height hash } } }`;

export const getChainTips: Method = {
  name: 'getchaintips',
  family: 'blocks',
  answeredBy: 'rows',
  async run(call) {
    countParams(call, 0, 0, 'getchaintips');
    onlyNow(call, 'Branches are known');
    const tips = listOf(await call.ask(TIPS, { chain: call.chain }), 'chainTips').map((tip) => {
      const block = objectOf(tip, 'block');
      const branchlen = Number(tip.branchLength);
      const status = branchlen === 0 ? 'active' : 'valid-fork';
      return { height: Number(block.height), hash: String(block.hash), branchlen, status };
    });
    return tips.sort((one, other) => other.height - one.height);
  },
};
