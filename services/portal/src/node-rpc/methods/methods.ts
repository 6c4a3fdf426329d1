import type { Method } from '../method.ts';
import { ADDRESSES } from './addresses/methods.ts';
import { BLOCKS } from './blocks/methods.ts';
import { CURRENCIES } from './currencies/methods.ts';
import { IDENTITIES } from './identities/methods.ts';
import { MEMPOOL } from './mempool/methods.ts';
import { NODE } from './node/methods.ts';

/** All that is answered, by name. */
export const METHODS: ReadonlyMap<string, Method> = new Map(
  [ADDRESSES, BLOCKS, MEMPOOL, IDENTITIES, CURRENCIES, NODE].flat().map((method) => [method.name, method]),
);
