import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '#/http/refusal.ts';
import type { GatewayAnswer } from './gateway-client.ts';

const RETRY_AFTER_S = 2;
/** GraphQL responses carry these with 200. */
const STATUSES: Readonly<Record<string, number>> = {
  NOT_FOUND: 404,
  CHAIN_REORGANIZED: 503,
  SUBGRAPH_UNAVAILABLE: 503,
  SUBGRAPH_TIMEOUT: 503,
  NODE_UNAVAILABLE: 503,
  RATE_LIMITED: 429,
  INTERNAL_SERVER_ERROR: 500,
};
/** These may be gone a moment later. */
const PASSING = new Set(['CHAIN_REORGANIZED', 'SUBGRAPH_UNAVAILABLE', 'SUBGRAPH_TIMEOUT', 'RATE_LIMITED']);
const PASSED_ON = /^(access-control-|ratelimit|retry-after$|www-authenticate$|vary$)/;

export class ReadFault extends Refusal {
  /** A list whose block has left the chain has its error at the place of the list. */
  readonly isPassing: boolean;
  /** False if the graph lacks the fields at this moment. */
  readonly isOffered: boolean;
  /** Meanings of an ambiguous name, each as `<name> (<i-address>)`. */
  readonly candidates: readonly string[];
  /** The block is not on the main chain any more; lists of other blocks have faults of their own. */
  readonly isBlockLost: boolean;

  constructor({ status, headers, errors: [error] }: GatewayAnswer) {
    const given = String(error?.extensions?.code ?? 'INTERNAL_SERVER_ERROR');
    const retryAfterS = error?.extensions?.retryAfter;
    const isPassing =
      PASSING.has(given) && status !== 409 && (given !== 'CHAIN_REORGANIZED' || error?.path === undefined);
    const isOffered = given !== 'GRAPHQL_VALIDATION_FAILED';
    super(
      isOffered ? (status >= 400 ? status : (statusOf(given, isPassing) ?? 400)) : 404,
      isOffered ? given : 'NOT_FOUND',
      isOffered ? (error?.message ?? 'The data cannot be read.') : 'This installation does not have this data.',
      typeof retryAfterS === 'number' ? retryAfterS : isPassing ? RETRY_AFTER_S : undefined,
      passedOn(headers),
    );
    this.isPassing = isPassing;
    this.isBlockLost = given === 'CHAIN_REORGANIZED' && status === 409;
    this.isOffered = isOffered;
    const { candidates } = error?.extensions ?? {};
    this.candidates = Array.isArray(candidates) ? candidates.map(String) : [];
  }
}

function statusOf(code: string, isPassing: boolean): number | undefined {
  return code === 'CHAIN_REORGANIZED' && !isPassing ? 409 : STATUSES[code];
}

export function passedOn(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => PASSED_ON.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
