import type { Method } from '../../method.ts';

export const ADDRESSES: readonly Method[] = [];
