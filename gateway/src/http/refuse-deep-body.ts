import type { preHandlerHookHandler } from 'fastify';
import { sendError } from './error-body.ts';

/** Far more than any variable of ours has; far less than what whoever goes through a value step by step can bear. */
const DEPTH_MAX = 32;

/** Hook, once the body is read: JSON that is nested without end is no request. */
export const refuseDeepBody: preHandlerHookHandler = ({ body }, reply, done) => {
  if (isWithin(body, DEPTH_MAX)) return done();
  sendError(reply, 400, 'BAD_REQUEST', `The request is nested more than ${DEPTH_MAX} levels deep.`);
};

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every((member) => isWithin(member, levels - 1));
}
