import type { OperationHook } from '#/operation/operation-hooks.ts';
import { readsFinalBlocks, readsTheMoment } from './never-kept.ts';

/** Tells the in-flight response whether it may be kept: it may if it has no errors and follows from its pins alone. */
export const keepAnswers: OperationHook = () => ({
  didResolveOperation({ schema, document, operation, request, contextValue: { inFlight } }) {
    if (inFlight === undefined || operation === undefined) return;
    // At once: equal requests wait for it.
    if (readsTheMoment(schema, document)) inFlight.drop();
    else inFlight.isFinal = readsFinalBlocks(schema, operation, request.variables ?? {}, inFlight.pins);
  },
  willSendResponse({ response: { body }, contextValue: { inFlight, read } }) {
    if (inFlight === undefined) return;
    const isWhole = body.kind === 'single' && body.singleResult.errors === undefined && body.singleResult.data != null;
    // A lost pin made the operation run again, at others.
    if (!isWhole || read.pins !== inFlight.pins) inFlight.drop();
  },
});
