import { GraphQLError } from 'graphql';
import type { OperationHook } from '#/operation/operation-hooks.ts';
import { countSends } from './count-sends.ts';

/** For one operation. */
const SENDS_MAX = 10;

/** Refuses before the plan, so that nothing reaches a subgraph. It is the last hook that refuses. */
export const limitSending: OperationHook = () => LISTENER;

const LISTENER: ReturnType<OperationHook> = {
  didResolveOperation({ document, operation, contextValue }) {
    if (operation?.operation !== 'mutation') return;
    const { key, takeSends } = contextValue;
    if (key?.maySend !== true || takeSends === undefined) throw notAllowed();
    const sends = countSends(document, operation);
    if (sends > SENDS_MAX) throw tooMany(sends);
    const refused = takeSends(sends);
    if (refused !== undefined) throw rateLimited(Math.max(Math.ceil(refused.waitMs / 1000), 1));
    contextValue.isSending = true;
  },
};

function notAllowed(): GraphQLError {
  return new GraphQLError(
    'This API key may not send transactions. An administrator of the team can allow it in the dashboard, at the key.',
    { extensions: { code: 'SENDING_NOT_ALLOWED', http: { status: 403 } } },
  );
}

function tooMany(sends: number): GraphQLError {
  return new GraphQLError(`The operation sends ${sends} transactions (at most ${SENDS_MAX}).`, {
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } },
  });
}

function rateLimited(retryAfter: number): GraphQLError {
  const headers = new Map([['retry-after', String(retryAfter)]]);
  return new GraphQLError('This API key has sent too many transactions in one minute. Please slow down.', {
    extensions: { code: 'RATE_LIMITED', retryAfter, http: { status: 429, headers } },
  });
}
