import Negotiator from 'negotiator';
import { Refused } from '#/admission/refused.ts';
import { BODY_EXAMPLE, badRequest, refusedMember, refusedWithoutQuery } from './body-shape.ts';
import type { CallRequest } from './call-context.ts';

export interface AskedParts {
  query: string | undefined;
  operationName: string | undefined;
  variables: Record<string, unknown> | undefined;
  extensions: Record<string, unknown> | undefined;
}

const JSON_TYPE = 'application/json';
const NO_QUERY_IN_URL = badRequest(
  'A GET request must have its query in the URL, for example /graphql?query=%7Bnetworks%7Bname%7D%7D.',
);
const MEDIA_TYPES = [JSON_TYPE, 'application/graphql-response+json'];

/** Undefined: the client accepts none of ours. */
export function contentTypeFor(accept: string | undefined): string | undefined {
  // Sent by nearly all clients.
  if (accept === undefined || accept === '*/*') return `${JSON_TYPE}; charset=utf-8`;
  const type = MEDIA_TYPES.includes(accept) ? accept : new Negotiator({ headers: { accept } }).mediaType(MEDIA_TYPES);
  return type && `${type}; charset=utf-8`;
}

/**
 * By the rules of GraphQL over HTTP. Our own, because `graphql-http` knows neither operations by hash nor preferences in `Accept`.
 * @param body JSON value of a POST
 * @returns Refused for a malformed request
 */
export function readRequest({ method, url, headers }: CallRequest, body: unknown): AskedParts | Refused {
  if (method === 'POST') return readMembers(body);
  const type = headers['content-type'];
  if (type !== undefined && type.split(';', 1)[0]?.trim().toLowerCase() !== JSON_TYPE) {
    return new Refused(415, 'BAD_REQUEST', `A GET request has no content type but ${JSON_TYPE}.`);
  }
  const parameters = new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length));
  const members: Record<string, unknown> = {};
  for (const name of ['query', 'operationName', 'variables', 'extensions']) {
    const [value, ...others] = parameters.getAll(name);
    if (others.length > 0) return badRequest(`The parameter ${name} must stand in the URL once.`);
    if (value === undefined) continue;
    members[name] = name === 'variables' || name === 'extensions' ? parseObject(value) : value;
    if (members[name] === undefined) return badRequest(`The parameter ${name} must be an object as JSON.`);
  }
  if (members.query === undefined && members.extensions === undefined) return NO_QUERY_IN_URL;
  return readMembers(members);
}

function readMembers(body: unknown): AskedParts | Refused {
  if (Array.isArray(body)) return badRequest('One request asks for one operation, and its body is no list.');
  if (!isRecord(body)) return badRequest(`The body must be a JSON object, for example ${BODY_EXAMPLE}.`);
  const { query, operationName, variables, extensions } = body;
  if (query != null && typeof query !== 'string') {
    return badRequest(`query must be a string of GraphQL, for example ${BODY_EXAMPLE}.`);
  }
  if (operationName != null && typeof operationName !== 'string') return badRequest('operationName must be a string.');
  if (variables != null && !isRecord(variables)) return refusedMember('variables', variables);
  if (extensions != null && !isRecord(extensions)) return refusedMember('extensions', extensions);
  if (!query && !extensions?.persistedQuery) return refusedWithoutQuery(Object.keys(body));
  return {
    query: query ?? undefined,
    operationName: operationName || undefined,
    variables: variables ?? undefined,
    extensions: extensions ?? undefined,
  };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
