import type { OperationHook } from '#/federation/operation-hooks.ts';
import { readsFinalBlocks, readsTheMoment } from './never-kept.ts';

/** Tells the request's flight whether its answer may be kept: one without errors, that follows from the flight's pins alone. */
export const keepAnswers: OperationHook = () => ({
  didResolveOperation({ schema, document, operation, request, contextValue: { flight } }) {
    if (flight === undefined || operation === undefined) return;
    // At once: equal requests wait for it.
    if (readsTheMoment(schema, document)) flight.drop();
    else flight.isFinal = readsFinalBlocks(schema, operation, request.variables ?? {}, flight.pins);
  },
  willSendResponse({ response: { body }, contextValue: { flight, read } }) {
    if (flight === undefined) return;
    const isWhole = body.kind === 'single' && body.singleResult.errors === undefined && body.singleResult.data != null;
    // A lost pin made the operation run again, at others.
    if (!isWhole || read.pins !== flight.pins) flight.drop();
  },
});
