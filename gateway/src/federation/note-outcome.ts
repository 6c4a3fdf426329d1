import { OUR_FAULTS } from '#/errors/error-codes.ts';
import type { OperationHook } from '#/operation/operation-hooks.ts';

/** Tells each call what became of it: an answer with data is one, also if parts of it are missing; without, it is told by whose fault. */
export const noteOutcome: OperationHook = () => ({
  willSendResponse({ response: { body }, contextValue }) {
    if (body.kind !== 'single') return;
    const { data, errors = [] } = body.singleResult;
    const isOurs = errors.some(({ extensions }) => OUR_FAULTS.has(extensions?.code));
    contextValue.noteOutcome?.(data != null ? 'answered' : isOurs ? 'failed' : 'rejected');
  },
});
