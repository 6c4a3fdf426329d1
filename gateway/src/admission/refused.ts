import type { Refusal } from '#/calls/call-tracker.ts';
import type { PublicCode } from '#/errors/error-codes.ts';
import type { NoPlanningTime } from '#/limits/planning-time.ts';

const KEY_RETRY_S = 5;
const THROTTLED_RETRY_S = 1;
const ROOM_RETRY_S = 5;
const UNPAYABLE_RETRY_S = 2;
/** Challenge of RFC 6750, 3. */
const REALM = 'Bearer realm="ledgergraph"';

export class Refused {
  readonly status: number;
  readonly code: PublicCode;
  readonly message: string;
  /** After which the same request may succeed; undefined: it will not. */
  readonly retryAfterS: number | undefined;
  /** Beside the headers of every refusal; names in small letters. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: PublicCode,
    message: string,
    retryAfterS?: number,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.status = status;
    this.code = code;
    this.message = message;
    this.retryAfterS = retryAfterS;
    this.headers = headers;
  }
}

/**
 * `missing`: no bearer token at all; `invalid` does not reveal whether the key is malformed, unknown, revoked or expired;
 * `unavailable`: accounts cannot answer; `throttled`: this caller has shown too many invalid ones.
 */
export const KEY_REFUSALS = {
  missing: new Refused(401, 'UNAUTHORIZED', 'An API key is needed: Authorization: Bearer <key>', undefined, {
    'www-authenticate': REALM,
  }),
  invalid: new Refused(401, 'UNAUTHORIZED', 'This API key does not work.', undefined, {
    'www-authenticate': `${REALM}, error="invalid_token"`,
  }),
  unavailable: new Refused(
    503,
    'SUBGRAPH_UNAVAILABLE',
    'API keys cannot be checked at the moment. Please try again.',
    KEY_RETRY_S,
  ),
  throttled: new Refused(
    429,
    'RATE_LIMITED',
    'Too many API keys from this address do not work. Please wait.',
    THROTTLED_RETRY_S,
  ),
} as const;

export const REFUSED_ADDRESS = new Refused(403, 'FORBIDDEN', 'This API key may not be used from this address.');

export const REFUSED_PAGE = new Refused(
  403,
  'FORBIDDEN',
  'This API key may not be used from web pages of this origin.',
);

export function refusedRate(wait: { waitMs: number }): Refused {
  return new Refused(429, 'RATE_LIMITED', 'Too many calls in one second. Please slow down.', toSeconds(wait));
}

export function refusedNovelty(lack: NoPlanningTime): Refused {
  if (lack.of === 'gateway') {
    const message = 'Too many new operations are being read at this moment. Please try again.';
    return new Refused(503, 'SUBGRAPH_UNAVAILABLE', message, toSeconds(lack));
  }
  const message =
    'Too much work for new operations. Please put values into variables, so that operations stay the same.';
  return new Refused(429, 'RATE_LIMITED', message, toSeconds(lack));
}

export const REFUSED_ROOM = new Refused(
  429,
  'RATE_LIMITED',
  'This key has as many open streams as its plan allows.',
  ROOM_RETRY_S,
);

export const REFUSED_STREAM_BYTES = new Refused(
  429,
  'RATE_LIMITED',
  'The open streams of this team name as many addresses, and have as long texts, as they may together.',
  ROOM_RETRY_S,
);

export function refusedMonth(refusal: Refusal): Refused {
  if (refusal.status === 'unavailable') {
    const message = 'Calls of this plan cannot be counted at the moment. Please try again.';
    return new Refused(503, 'SUBGRAPH_UNAVAILABLE', message, UNPAYABLE_RETRY_S);
  }
  const message = 'The calls of this month are used up. The next month, or another plan, brings new ones.';
  return new Refused(429, 'QUOTA_EXCEEDED', message, refusal.retryAfterS);
}

function toSeconds({ waitMs }: { waitMs: number }): number {
  return Math.max(Math.ceil(waitMs / 1000), 1);
}
