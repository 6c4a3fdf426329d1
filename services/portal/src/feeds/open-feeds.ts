import { type Charge, Rates } from '@ledgergraph/service-kit/limits/rates';
import { perMinute } from '@ledgergraph/service-kit/limits/token-bucket';
import type { Caller, GatewayAnswer } from '#/gateway/gateway-client.ts';
import { Refusal } from '#/http/refusal.ts';
import { FeedReader, type FeedReaderOptions } from './feed-reader.ts';
import { KeptAnswers } from './kept-answers.ts';
import { notFound } from './refusals.ts';

/** The operator's month may end much later. */
const WAIT_MAX_S = 3_600;
const AWAY = 'SUBGRAPH_UNAVAILABLE';
const AWAY_RETRY_S = 60;
/** These depend on the page, not on the key. */
const OF_PAGE = /^(access-control-|vary$)/;

export interface OpenFeedsOptions extends FeedReaderOptions {
  /** The operator's own team; without keys such requests are refused. */
  openKeys: readonly string[];
  /** Requests of one network, and of all together. */
  openPerMinute: number;
  openPerMinuteOfAll: number;
}

/** A key of the operator answers them, and is never shown. */
export class OpenFeeds {
  readonly #options: OpenFeedsOptions;
  readonly #rates = new Rates();
  readonly #kept = new KeptAnswers();
  readonly #keys = new Map<string, string>();

  constructor(options: OpenFeedsOptions) {
    this.#options = options;
  }

  get areOpen(): boolean {
    return this.#options.openKeys.length > 0;
  }

  /** Counts before anything is asked. Undefined if the request may go on. */
  limit(network: string): Refusal | undefined {
    const { openPerMinute, openPerMinuteOfAll } = this.#options;
    const charges: Charge[] = [
      { id: `network ${network}`, rate: perMinute(openPerMinute) },
      { id: 'all', rate: perMinute(openPerMinuteOfAll) },
    ];
    const refused = this.#rates.take(charges);
    return refused && tooMany(Math.ceil(refused.waitMs / 1000));
  }

  /** @throws Refusal */
  async open(caller: Caller, chainId: string): Promise<{ reader: FeedReader; opened: GatewayAnswer }> {
    const known = this.#keys.get(chainId);
    let fault: unknown;
    for (const key of known === undefined ? this.#options.openKeys : [known]) {
      const reader = new FeedReader(
        { ...this.#options, kept: this.#kept },
        { ...caller, authorization: `Bearer ${key}` },
      );
      try {
        const opened = await reader.open();
        for (const chain of opened.chains) this.#keys.set(chain.chainId, key);
        if (this.#keys.get(chainId) === key) return { reader, opened };
      } catch (error) {
        fault = error;
      }
    }
    throw fault ?? notFound(`No feed without a key has the chain ${chainId}.`);
  }
}

/** Hides limits and faults of the operator's key. */
export function withoutKey(refusal: Refusal): Refusal {
  const headers = ofPage(refusal.headers);
  const { status, code, message, retryAfterS } = refusal;
  if (status === 429) return tooMany(Math.min(retryAfterS ?? 1, WAIT_MAX_S), headers);
  const isOfKey = status === 401 || status === 403 || code === AWAY;
  if (!isOfKey) return new Refusal(status, code, message, retryAfterS, headers);
  const away = 'Feeds cannot be read without a key at the moment. Please show one, or try again later.';
  return new Refusal(503, AWAY, away, retryAfterS ?? AWAY_RETRY_S, headers);
}

/** Hides the limits of the key. */
export function ofPage(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => OF_PAGE.test(name)));
}

function tooMany(retryAfterS: number, headers: Record<string, string> = {}): Refusal {
  const message = 'Too many feeds are being read without a key. Try again later, or send a key.';
  return new Refusal(429, 'RATE_LIMITED', message, retryAfterS, headers);
}
