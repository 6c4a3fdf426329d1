import { NoEndpointError, VerusError } from '#/verus-rpc/errors.ts';

/** True for whatever a node, or the way to it, can do wrong; all of it passes, or an operator mends it without a restart. */
export function isNodeFault(error: unknown): error is VerusError {
  return error instanceof VerusError;
}

/**
 * What is wrong with a network's nodes, one message per cause, in words for an operator: no node reachable, refused
 * credentials, another chain, still loading. Equal faults give equal text.
 */
export function describeNodeFault(error: VerusError): string[] {
  const causes = error instanceof NoEndpointError ? error.causes : [error];
  return causes.map((cause) => cause.message);
}
