import { findInternals } from './nothing-internal.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a query selects has no type here; a wrong member fails the comparison that reads it
export type Untyped = any;

export interface GraphqlError {
  message: string;
  path?: (string | number)[];
  locations?: unknown;
  extensions: { code: string; argument?: string; candidates?: string[] };
}

export interface ReadAt {
  chainId: string;
  height: number;
  hash: string;
  finalizedHeight: number | null;
}

export interface GraphqlAnswer {
  status: number;
  headers: Headers;
  data: Untyped;
  errors: GraphqlError[];
  chains: ReadAt[];
  /** Empty where the answer has none of a mempool. */
  pools: PoolReadAt[];
}

export interface PoolReadAt {
  chainId: string;
  readAt: string | null;
  tipHeight: number | null;
  tipHash: string | null;
}

/**
 * @param key null sends no Authorization header
 * @throws Error when an answer with errors, or one that is no success, contains internals of the installation
 */
export async function postOperation(
  gatewayUrl: string,
  key: string | null,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<GraphqlAnswer> {
  return send(gatewayUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ query, variables }),
  });
}

export async function send(gatewayUrl: string, request: RequestInit): Promise<GraphqlAnswer> {
  const response = await fetch(`${gatewayUrl}/graphql`, request);
  const text = await response.text();
  const body: Untyped = JSON.parse(text);
  const errors: GraphqlError[] = body.errors ?? [];
  if (errors.length > 0 || !response.ok) {
    const answered = [...response.headers, ['body', response.ok ? JSON.stringify(errors) : text]].join('\n');
    const found = findInternals(answered);
    if (found.length > 0) throw new Error(`an error answer contains internals (${found.join(', ')}):\n${answered}`);
  }
  const { status, headers } = response;
  const { chain: chains = [], pending: pools = [] } = body.extensions ?? {};
  return { status, headers, data: body.data ?? null, errors, chains, pools };
}
