import type { FastifyRequest } from 'fastify';
import { DashboardError } from './dashboard-error.ts';

/** Throws FORBIDDEN unless a change names our `Origin`, which no other page can forge, and sends JSON, which no form can send. */
export function checkOrigin(request: FastifyRequest, trustedOrigins: readonly string[]): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  // No page can make a browser send us a key, and programs that send one name no page.
  const isProgram = request.headers.authorization !== undefined && request.headers.origin === undefined;
  if (!isProgram && !trustedOrigins.includes(request.headers.origin ?? ''))
    throw new DashboardError('FORBIDDEN', 'This request does not come from the dashboard.');
  const { 'content-type': given = '', 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  const isEmpty = length === '0' && coding === undefined;
  const [type = ''] = given.split(';');
  if (!isEmpty && type.trim().toLowerCase() !== 'application/json')
    throw new DashboardError('INVALID_INPUT', 'The request must be JSON.');
}
