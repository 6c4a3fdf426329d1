import type { Method } from '../../method.ts';

export const IDENTITIES: readonly Method[] = [];
