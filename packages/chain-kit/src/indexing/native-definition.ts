import type { Network } from '@ledgergraph/graph-kit/network';

/**
 * Reason for which a service that reads the definition of a network's native currency cannot take blocks yet: blocks taken without it would lack
 * rows, or have others, for good. A handler's findMissing; null: nothing is missing.
 */
export function findMissingDefinition({ nativeDefinition }: Pick<Network, 'nativeDefinition'>): string | null {
  return nativeDefinition === null ? NO_NATIVE_DEFINITION : null;
}

const NO_NATIVE_DEFINITION =
  'The node has not yet defined the native currency: it does so once it has the block from which on currencies are active. ' +
  'Until then no block is taken.';
