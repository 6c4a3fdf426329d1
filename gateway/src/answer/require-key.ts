import type { FastifyReply, onRequestHookHandler } from 'fastify';
import type { Admission } from '#/admission/admission.ts';
import { Refused } from '#/admission/refused.ts';
import type { KnownKey } from '#/auth/key-answer.ts';
import { sendError } from '#/errors/error-body.ts';
import { contextOf } from './call-context.ts';

/**
 * Stage "key", as a hook: finds whose key it is and leaves it in the call's context, or answers 401, 429 or 503. A key that the front door has
 * accepted in this same turn is not asked for again.
 */
export function requireKey(admission: Admission): onRequestHookHandler {
  return (request, reply, done) => {
    const context = contextOf(request);
    const place = { address: request.ip, origin: context.origin };
    context.caller = admission.callers.callerOf(request.headers, place, context.parsedKey);
    if (context.key !== null) return done();
    const decide = (found: KnownKey | Refused): void => {
      if (found instanceof Refused) return void sendRefused(reply, found);
      context.key = found;
      done();
    };
    const found = admission.callers.findKey(context.caller);
    if (found instanceof Promise) found.then(decide, done);
    else decide(found);
  };
}

/** Sends a refusal as a response of HTTP. */
export function sendRefused(
  reply: FastifyReply,
  { status, code, message, retryAfterS, challenge }: Refused,
): FastifyReply {
  if (challenge !== undefined) reply.header('www-authenticate', challenge);
  return sendError(reply, status, code, message, retryAfterS);
}
