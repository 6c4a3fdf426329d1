import type { Method } from '../../method.ts';
import { getBlockCount } from './get-block-count.ts';

export const BLOCKS: readonly Method[] = [getBlockCount];
