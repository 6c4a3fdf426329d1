import type { Method } from '../../method.ts';
import { getMempoolInfo, getRawMempool } from './get-raw-mempool.ts';

export const MEMPOOL: readonly Method[] = [getRawMempool, getMempoolInfo];
