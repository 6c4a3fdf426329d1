import type { Method } from '../method.ts';
import { ADDRESSES } from './addresses/methods.ts';
import { BLOCKS } from './blocks/methods.ts';
import { CURRENCIES } from './currencies/methods.ts';
import { helpOf } from './help.ts';
import { IDENTITIES } from './identities/methods.ts';
import { MEMPOOL } from './mempool/methods.ts';
import { NODE } from './node/methods.ts';

/** By name. What is passed to the node comes first, so that a method of another list takes its place. */
const ANSWERED = new Map(
  [NODE, ADDRESSES, BLOCKS, MEMPOOL, IDENTITIES, CURRENCIES].flat().map((method) => [method.name, method]),
);
const HELP = helpOf([...ANSWERED.values()]);

/** All that is answered, by name. */
export const METHODS: ReadonlyMap<string, Method> = new Map([...ANSWERED, [HELP.name, HELP]]);
