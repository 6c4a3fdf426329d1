import { NoEndpointError, VerusError } from '#/verus-rpc/errors.ts';

/** True for every fault of a node or of the connection to it. Each passes by itself, or an operator fixes it without a restart. */
export function isNodeFault(error: unknown): error is VerusError {
  return error instanceof VerusError;
}

/**
 * Describes the faults of a network's nodes, one message per cause, in words for an operator: no node reachable, refused
 * credentials, another chain, still loading. Equal faults give equal text.
 */
export function describeNodeFault(error: VerusError): string[] {
  const causes = error instanceof NoEndpointError ? error.causes : [error];
  return causes.map((cause) => cause.message);
}
