import { answerOfNode } from '../../answer-of-node.ts';
import type { Method } from '../../method.ts';
import { onlyNow } from '../../only-now.ts';
import { countParams, flagParam } from '../../read-params.ts';
import { listPendingTxids } from './pending-txids.ts';

const USAGE = 'getrawmempool ( verbose {"include": [], "exclude": [], "expiresbefore": height, "fulltxes": false} )';

export const getRawMempool: Method = {
  name: 'getrawmempool',
  family: 'mempool',
  answeredBy: 'rows',
  /** Priorities, and when a transaction came, are known to the node alone. */
  async run(call) {
    countParams(call, 0, 2, USAGE);
    const [verbose, filter] = call.params;
    const isVerbose = verbose !== undefined && flagParam(verbose);
    if (isVerbose || filter !== undefined) return answerOfNode(call, 'getrawmempool');
    onlyNow(call);
    return listPendingTxids(call);
  },
};

export const getMempoolInfo: Method = {
  name: 'getmempoolinfo',
  family: 'mempool',
  answeredBy: 'node',
  run: (call) => answerOfNode(call, 'getmempoolinfo'),
};
