import { cellOf } from '#/gateway/values.ts';
import { integer } from '../../json.ts';
import type { Method } from '../../method.ts';
import { askTipInfo, atLeast, heightOf } from './tip-info.ts';

export const getBlockchainInfo: Method = {
  name: 'getblockchaininfo',
  family: 'node',
  answeredBy: 'node',
  async run(call) {
    const { info, block } = await askTipInfo(call, 'getblockchaininfo');
    const height = heightOf(block);
    info.blocks = integer(height);
    info.headers = atLeast(info.headers, height);
    info.bestblockhash = String(cellOf(block, 'hash'));
    info.chainwork = String(cellOf(block, 'chainWork'));
    return info;
  },
};
