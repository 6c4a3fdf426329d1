import type { Method } from '../../method.ts';
import { countParams } from '../../read-params.ts';

export const getBlockCount: Method = {
  name: 'getblockcount',
  family: 'blocks',
  answeredBy: 'rows',
  async run(call) {
    countParams(call, 0, 0, 'getblockcount');
    return (await call.block()).height;
  },
};

export const getBestBlockHash: Method = {
  name: 'getbestblockhash',
  family: 'blocks',
  answeredBy: 'rows',
  async run(call) {
    countParams(call, 0, 0, 'getbestblockhash');
    return (await call.block()).hash;
  },
};
