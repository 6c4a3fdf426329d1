import type { Method } from '../../method.ts';

export const MEMPOOL: readonly Method[] = [];
