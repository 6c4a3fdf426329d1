import { GraphQLError } from 'graphql';
import { FAILURE_MESSAGES } from '#/errors/error-codes.ts';
import { valueFaults } from '#/errors/value-faults.ts';
import type { ExecutionCounts } from '#/execution/execution-counts.ts';
import { type ExecutionResult, type GraphContext, startRead } from '#/operation/graph-context.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';

/**
 * Runs an operation at the request's pins. If a subgraph has lost one, the answer may mix two states of the chain: it is
 * thrown away and the whole operation runs once more at new pins. A second loss is the client's to repeat.
 */
export function executePinned<Request extends { context: GraphContext }>(
  execute: (request: Request) => Promise<ExecutionResult>,
  tips: Pick<TipFollower, 'pinsAfterLoss'>,
  { pinLosses }: Pick<ExecutionCounts, 'pinLosses'>,
): (request: Request) => Promise<ExecutionResult> {
  return async (request) => {
    const { context } = request;
    const first = await execute(request);
    if (context.read.lost.size === 0) return withVisibleFaults(first, context);
    pinLosses.repeated += 1;
    context.logger.info('a pin was lost; the operation runs again');
    context.read = startRead(await tips.pinsAfterLoss(context.environment, [...context.read.lost]));
    const second = await execute(request);
    if (context.read.lost.size === 0) return withVisibleFaults(second, context);
    pinLosses.refused += 1;
    return { data: null, errors: [reorganizing()] };
  };
}

function reorganizing(): GraphQLError {
  const http = { status: 503, headers: new Map([['retry-after', '1']]) };
  return new GraphQLError('The chain is being reorganised at this moment. Please repeat the request.', {
    extensions: { code: 'CHAIN_REORGANIZED', http },
  });
}

/** A value that breaks the schema comes with the schema's inner names; a client gets an error at its path. */
function withVisibleFaults(result: ExecutionResult, context: GraphContext): ExecutionResult {
  const { extensions, ...visible } = result;
  if (extensions === undefined) return result;
  const faults = valueFaults(extensions.valueCompletion as GraphQLError[], result.data, context.read.absent);
  if (faults.length === 0) return visible;
  context.logger.error({ faults }, 'a subgraph answered with values that break the schema');
  const errors = faults.map(
    ({ path }: GraphQLError) =>
      new GraphQLError(FAILURE_MESSAGES.INTERNAL_SERVER_ERROR, { path, extensions: { code: 'INTERNAL_SERVER_ERROR' } }),
  );
  return { ...visible, errors: [...(visible.errors ?? []), ...errors] };
}
