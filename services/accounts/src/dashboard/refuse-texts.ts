import { findUnstorable, NOT_STORABLE } from '@ledgergraph/service-kit/storable-text';
import type { FastifyRequest } from 'fastify';
import { DashboardError } from './dashboard-error.ts';

/** Throws INVALID_INPUT, with the member, on input of any form that holds a text which cannot be stored. */
export function checkTexts(given: unknown): void {
  const member = findUnstorable(given);
  if (member === undefined) return;
  throw new DashboardError('INVALID_INPUT', NOT_STORABLE, {
    ...(member !== '' && { fields: { [member]: NOT_STORABLE } }),
  });
}

/** Hook of every route below `/dashboard`, once the body is read. Headers need no look: HTTP has no such characters in them. */
export async function refuseTexts({ params, query, body }: FastifyRequest): Promise<void> {
  for (const given of [params, query, body]) checkTexts(given);
}
