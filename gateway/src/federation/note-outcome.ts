import { OUR_FAULTS } from '#/errors/error-codes.ts';
import type { OperationHook } from '#/operation/operation-hooks.ts';

/**
 * Records each call's outcome. An answer with data is a success, also if parts of it are missing; an answer without
 * data is counted by whose fault it is.
 */
export const noteOutcome: OperationHook = () => ({
  willSendResponse({ response: { body }, contextValue }) {
    if (body.kind !== 'single') return;
    const { data, errors = [] } = body.singleResult;
    const isOurs = errors.some(({ extensions }) => OUR_FAULTS.has(extensions?.code));
    contextValue.noteOutcome?.(data != null ? 'answered' : isOurs ? 'failed' : 'rejected');
  },
});
