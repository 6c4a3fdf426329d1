import type { FastifyReply, onRequestHookHandler } from 'fastify';
import {
  type Authentication,
  type Authenticator,
  authenticate,
  parseCaller,
  readInternalCaller,
} from '#/auth/authenticate.ts';
import type { ParsedKeys } from '#/auth/parsed-keys.ts';
import { sendError } from '#/errors/error-body.ts';
import { contextOf } from './call-context.ts';

const REALM = 'Bearer realm="ledgergraph"';
const RETRY_AFTER_S = 5;
const THROTTLED_RETRY_AFTER_S = 1;

/**
 * Stage "key", as a hook: only callers with a working API key pass. Which kind of wrong a key is shows nowhere (RFC 6750, section 3.1).
 * A key that the front door has accepted in this same turn is not asked for again.
 */
export function requireKey(authenticator: Authenticator, parsedKeys: ParsedKeys): onRequestHookHandler {
  return (request, reply, done) => {
    const context = contextOf(request);
    if (context.key !== null) return done();
    const decide = (result: Authentication): void => {
      if (result.status !== 'accepted') return void refuse(result.status, reply);
      context.key = result.key;
      done();
    };
    const internal = readInternalCaller(request.headers, authenticator);
    if (internal !== undefined) {
      context.isInternal = true;
      context.parsedKey = internal;
    }
    const authorization = internal === undefined ? request.headers.authorization : undefined;
    const parsed = context.parsedKey ?? parseCaller(authorization, authenticator, parsedKeys);
    context.parsedKey = parsed;
    const result = authenticate(authorization, parsed, request.ip, authenticator);
    if (result instanceof Promise) result.then(decide, done);
    else decide(result);
  };
}

function refuse(status: Exclude<Authentication['status'], 'accepted'>, reply: FastifyReply): FastifyReply {
  switch (status) {
    case 'missing':
      reply.header('www-authenticate', REALM);
      return sendError(reply, 401, 'UNAUTHORIZED', 'An API key is needed: Authorization: Bearer <key>');
    case 'invalid':
      reply.header('www-authenticate', `${REALM}, error="invalid_token"`);
      return sendError(reply, 401, 'UNAUTHORIZED', 'This API key does not work.');
    case 'unavailable':
      return sendError(
        reply,
        503,
        'SUBGRAPH_UNAVAILABLE',
        'API keys cannot be checked at the moment. Please try again.',
        RETRY_AFTER_S,
      );
    case 'throttled':
      return sendError(
        reply,
        429,
        'RATE_LIMITED',
        'Too many API keys from this address do not work. Please wait.',
        THROTTLED_RETRY_AFTER_S,
      );
  }
}
