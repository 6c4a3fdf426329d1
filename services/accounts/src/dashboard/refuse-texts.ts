import { findUnstorable, NOT_STORABLE } from '@ledgergraph/service-kit/storable-text';
import type { FastifyRequest } from 'fastify';
import { DashboardError, notFound } from './dashboard-error.ts';

/** Throws INVALID_INPUT, with the member, on input of any form that holds a text which cannot be stored. */
export function checkTexts(given: unknown): void {
  const member = findUnstorable(given);
  if (member === undefined) return;
  const details = member === '' ? {} : { fields: { [member]: NOT_STORABLE } };
  throw new DashboardError('INVALID_INPUT', NOT_STORABLE, details);
}

/**
 * Hook of every route below `/dashboard`, once the body is read. Nothing has such a text for its id, so with one in the path the route answers
 * as for every id that is not known. Headers need no look: HTTP has no such characters in them.
 */
export async function refuseTexts({ params, query, body }: FastifyRequest): Promise<void> {
  const part = findUnstorable(params);
  if (part !== undefined) throw notFound(part === '*' ? 'page' : part);
  checkTexts(query);
  checkTexts(body);
}
