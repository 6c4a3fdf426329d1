import type { Method } from '../../method.ts';

export const NODE: readonly Method[] = [];
