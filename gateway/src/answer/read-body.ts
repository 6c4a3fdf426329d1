import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify';
import { sendError } from '#/errors/error-body.ts';
import type { AskedOperation } from '#/federation/known-operations.ts';
import { contextOf } from './call-context.ts';

/** Far more than any variable of ours has; far less than a function that goes through a value step by step can bear. */
const DEPTH_MAX = 32;

/** Content types as Apollo's server answers each; it negotiates any other that a client accepts. */
const CONTENT_TYPES: ReadonlyMap<string | undefined, string> = new Map([
  [undefined, 'application/json; charset=utf-8'],
  ['*/*', 'application/json; charset=utf-8'],
  ['application/json', 'application/json; charset=utf-8'],
  ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
]);

/** JSON bodies of this scope's routes are read as Fastify reads them; their text stays with the call, to find the response to an equal one by. */
export function keepBodyText(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    contextOf(request).bodyText = text;
    return parse(request, text, done);
  });
}

/** Hook, once the body is read: JSON that is nested without end is no request. */
export const refuseDeepBody: preHandlerHookHandler = ({ body }, reply, done) => {
  if (isWithin(body, DEPTH_MAX)) return done();
  sendError(reply, 400, 'BAD_REQUEST', `The request is nested more than ${DEPTH_MAX} levels deep.`);
};

/** A plain request: a query and its variables in a body, nothing that Apollo's server has to look into. */
export interface PlainRequest {
  asked: AskedOperation;
  /** Content type of the response. */
  contentType: string;
}

/** Undefined for what is not plain, or not well formed: Apollo's server answers it. */
export function readPlainRequest({ method, headers, body }: FastifyRequest): PlainRequest | undefined {
  const contentType = CONTENT_TYPES.get(headers.accept);
  if (method !== 'POST' || contentType === undefined || !isRecord(body)) return undefined;
  const { query, operationName, variables, extensions } = body;
  if (typeof query !== 'string' || query === '' || extensions != null) return undefined;
  if (operationName != null && typeof operationName !== 'string') return undefined;
  if (variables != null && !isRecord(variables)) return undefined;
  const asked = { query, operationName: operationName ?? undefined, variables: variables ?? undefined };
  return { asked, contentType };
}

/** The operation of a request with its variables; undefined for what is not well formed. */
export function readAsked({ method, query: parameters, body }: FastifyRequest): AskedOperation | undefined {
  const from = (method === 'GET' ? parameters : body) as Record<string, unknown> | null | undefined;
  if (!isRecord(from)) return undefined;
  const { query, operationName } = from;
  if (typeof query !== 'string' || (operationName != null && typeof operationName !== 'string')) return undefined;
  const variables = typeof from.variables === 'string' ? parseJson(from.variables) : from.variables;
  if (variables != null && !isRecord(variables)) return undefined;
  return { query, operationName: operationName || undefined, variables: variables ?? undefined };
}

/** The extensions of a well-formed request, as the client sent them. */
export function readExtensions({ method, query, body }: FastifyRequest): unknown {
  const { extensions } = (method === 'GET' ? query : body) as { extensions?: unknown };
  return typeof extensions === 'string' ? parseJson(extensions) : extensions;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The operation as far as every request names it; the query is undefined if there is none, as for a hash alone. */
export function readOperation({ method, query, body }: FastifyRequest): {
  query: string | undefined;
  operationName: string;
} {
  const from = (method === 'GET' ? query : body) as Record<string, unknown> | null | undefined;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return { query: text(from?.query) || undefined, operationName: text(from?.operationName) };
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every((member) => isWithin(member, levels - 1));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
