import { Refused } from '#/admission/refused.ts';
import { type AllowedOrigins, foreignOrigin } from '#/origins/allowed-origins.ts';
import { preflightHeaders, VARY_BY_ORIGIN } from '#/origins/page-headers.ts';
import type { CallContext, CallRequest, CallResponse } from './call-context.ts';

const PAGE_REFUSED = new Refused(403, 'FORBIDDEN', 'Web pages of this origin may not use the API.');

type Asked = Pick<CallRequest, 'headers'> & { host: string | undefined };

/**
 * Before the key is looked at: pages of other than the allowed origins are refused. A page of an allowed origin can read every response.
 */
export function checkOrigin(
  { headers, host }: Asked,
  context: CallContext,
  origins: AllowedOrigins,
): Refused | undefined {
  const origin = foreignOrigin(headers.origin, host);
  const isRefused = origin !== undefined && !origins.allows(origin);
  // A refused page cannot read the refusal either.
  context.origin = isRefused ? undefined : origin;
  return isRefused ? PAGE_REFUSED : undefined;
}

/** Answers OPTIONS. It needs no key, costs nothing and reads no body. */
export function answerPreflight({ headers, host }: Asked, origins: AllowedOrigins): CallResponse | Refused {
  const { origin } = headers;
  if (origin === undefined) return noContent({ allow: 'GET, POST, OPTIONS' });
  if (foreignOrigin(origin, host) !== undefined && !origins.allows(origin)) return PAGE_REFUSED;
  return noContent(preflightHeaders(origin));
}

function noContent(headers: Record<string, string>): CallResponse {
  return { status: 204, headers: { ...VARY_BY_ORIGIN, ...headers }, body: '' };
}
