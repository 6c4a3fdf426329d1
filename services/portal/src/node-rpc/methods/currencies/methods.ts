import type { Method } from '../../method.ts';

export const CURRENCIES: readonly Method[] = [];
