import { findUnstorable, NOT_STORABLE } from '@ledgergraph/service-kit/storable-text';
import type { FastifyRequest } from 'fastify';
import { DashboardError, notFound } from './dashboard-error.ts';

/** Throws INVALID_INPUT, with the member, for a text that cannot be stored. */
function checkTexts(given: unknown): void {
  const member = findUnstorable(given);
  if (member === undefined) return;
  const details = member === '' ? {} : { fields: { [member]: NOT_STORABLE } };
  throw new DashboardError('INVALID_INPUT', NOT_STORABLE, details);
}

/** In a path, such a text is answered like an unknown id. Headers need no check, since HTTP forbids these characters there. */
export async function refuseTexts({ params, query, body }: FastifyRequest): Promise<void> {
  const part = findUnstorable(params);
  if (part !== undefined) throw notFound(part === '*' ? 'page' : part);
  checkTexts(query);
  checkTexts(body);
}
