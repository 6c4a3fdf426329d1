import type { Method } from '../../method.ts';

export const getBlockCount: Method = {
  name: 'getblockcount',
  family: 'blocks',
  answeredBy: 'rows',
  run: async (call) => (await call.block()).height,
};
