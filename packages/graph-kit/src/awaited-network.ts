import {
  type AwaitedNetwork as AwaitedMessage,
  Awaits as AwaitsMessage,
} from '@ledgergraph/proto-schemas/chain/v1/stream';

/** NODE: a usable node; NATIVE_DEFINITION: the node's definition of the native currency. */
export type Awaits = 'NODE' | 'NATIVE_DEFINITION';

export interface AwaitedNetwork {
  chainId: string;
  name: string;
  awaits: Awaits;
}

export function readAwaitedMessage({ chainId, name, awaits }: AwaitedMessage): AwaitedNetwork {
  return { chainId, name, awaits: awaits === AwaitsMessage.NATIVE_DEFINITION ? 'NATIVE_DEFINITION' : 'NODE' };
}

const WORDS: Readonly<Record<Awaits, string>> = {
  NODE: 'no node of the chain can be used yet',
  NATIVE_DEFINITION: 'the node has not yet defined the native currency: it does so with the first blocks of its chain',
};

export function describeAwaits(awaits: Awaits): string {
  return WORDS[awaits];
}
