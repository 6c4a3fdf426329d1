import { ApiError, codeOfStatus, GENERAL_MESSAGES } from './api-error.ts';
import type { ErrorBody } from './generated/contract.ts';
import { API_PATH } from './generated/page-path.ts';

const PATIENCE_MS = 20_000;

/** For a program that is not a page of the API's site. */
export interface Site {
  origin: string;
  /** The session's cookie, and the origin that a change must name. */
  headers: Record<string, string>;
  /** Absent: by the network. */
  send?: (path: string, init: RequestInit) => Promise<Response>;
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
  /** Absent: the page's own. */
  site?: Site;
}

/** @param path below `/dashboard/api` @throws ApiError */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  const { method = 'GET', body, signal, site } = options;
  const init: RequestInit = {
    method,
    headers: {
      ...site?.headers,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal === undefined ? [] : [signal])]),
  };
  const response = await (site?.send?.(path, init) ?? reach(`${site?.origin ?? ''}${API_PATH}${path}`, init));
  if (!response.ok) throw await refusal(response);
  try {
    return (await response.json()) as Answer;
  } catch {
    throw new ApiError('UNAVAILABLE', GENERAL_MESSAGES.UNAVAILABLE);
  }
}

/** @param query may set another limit. @throws ApiError */
export async function readPages<Page extends { nextCursor: string | null }>(
  ask: (path: string) => Promise<Page>,
  path: string,
  query: Record<string, string> = {},
): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | null = null;
  do {
    const asked = new URLSearchParams({ limit: '100', ...query, ...(cursor !== null && { cursor }) });
    const page: Page = await ask(`${path}?${asked}`);
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}

/** No answer here is a redirect, which could take a session elsewhere. @throws ApiError UNREACHABLE, or the caller's own abort */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { credentials: 'same-origin', cache: 'no-store', redirect: 'error', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError('UNREACHABLE', GENERAL_MESSAGES.UNREACHABLE);
  }
}

export async function refusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const retryAfter = secondsOf(response.headers.get('retry-after'));
  // A proxy in between answers in a form of its own.
  if (!isErrorBody(body)) {
    const code = codeOfStatus(response.status);
    return new ApiError(code, GENERAL_MESSAGES[code], { retryAfter });
  }
  const { code, message, fields } = body.error;
  return new ApiError(code, message, { fields, retryAfter });
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false;
  const { error } = body;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}

export function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : undefined;
}
