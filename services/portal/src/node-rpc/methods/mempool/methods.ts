import type { Method } from '../../method.ts';
import { getAddressMempool } from './get-address-mempool.ts';
import { getMempoolInfo, getRawMempool } from './get-raw-mempool.ts';

export const MEMPOOL: readonly Method[] = [getRawMempool, getMempoolInfo, getAddressMempool];
