import type { Network } from '@ledgergraph/graph-kit/network';

/** A handler's findMissing: blocks taken without the native definition would have missing or wrong rows for good. */
export function findMissingDefinition({ nativeDefinition }: Pick<Network, 'nativeDefinition'>): string | null {
  return nativeDefinition === null ? NO_NATIVE_DEFINITION : null;
}

const NO_NATIVE_DEFINITION =
  'The node has not yet defined the native currency: it does so once it has the block from which on currencies are active. ' +
  'Until then no block is taken.';
