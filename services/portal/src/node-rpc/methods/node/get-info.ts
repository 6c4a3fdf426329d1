import { cellOf } from '#/gateway/values.ts';
import { integer } from '../../json.ts';
import type { Method } from '../../method.ts';
import { askTipInfo, atLeast, heightOf } from './tip-info.ts';

export const getInfo: Method = {
  name: 'getinfo',
  family: 'node',
  answeredBy: 'node',
  async run(call) {
    const { info, block } = await askTipInfo(call, 'getinfo');
    const height = heightOf(block);
    info.blocks = integer(height);
    info.longestchain = atLeast(info.longestchain, height);
    info.tiptime = integer(Number(cellOf(block, 'time')));
    return info;
  },
};
