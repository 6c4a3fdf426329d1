import type { FastifyRequest } from 'fastify';
import type { AskedOperation } from '#/federation/short-path.ts';

/** As Apollo's server answers each; what else a client accepts is negotiated there. */
const CONTENT_TYPES: ReadonlyMap<string | undefined, string> = new Map([
  [undefined, 'application/json; charset=utf-8'],
  ['*/*', 'application/json; charset=utf-8'],
  ['application/json', 'application/json; charset=utf-8'],
  ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
]);

/** A plain request: a query and its variables in a body, nothing that Apollo's server has to look into. */
export interface PlainRequest {
  asked: AskedOperation;
  /** Of its answer. */
  contentType: string;
}

/** Undefined for whatever is not plain, or not well formed: Apollo's server says what comes of it. */
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
