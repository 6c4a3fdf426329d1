import type { Values } from '#/gateway/gateway-client.ts';

export type FeedParameters = ReadonlyMap<string, string>;

export interface GraphAtBlock {
  readonly chainId: string;
  readonly height: number;
  readonly hash: string;
  readonly dollarId: string | undefined;
  /** Adds the variable `chainId`. @throws ReadFault */
  ask(query: string, variables: Record<string, unknown>): Promise<Values>;
}

export interface Form {
  readonly pattern: RegExp;
  /** Completes "<name> must be …". */
  readonly words: string;
}

export interface FeedAnswer {
  readonly body: string;
  readonly contentType?: string;
  readonly nextCursor?: string | null;
}

export interface FeedEndpoint {
  /** The endpoint needs these names of `takes`. */
  readonly needs: readonly string[];
  /** Others are ignored, since programs add some of their own. */
  readonly takes: Readonly<Record<string, Form>>;
  readonly inPath?: string;
  /** For the longest answer while it is read; if absent, as for 1,000 rows. */
  readonly bytes?: number;
  /** The answer changes without a block. */
  readonly isOfClock?: boolean;
  answer(graph: GraphAtBlock, parameters: FeedParameters): Promise<FeedAnswer>;
}

export interface Feed {
  /** At the last block that can no longer be reorganised. */
  readonly isFinal?: boolean;
  readonly endpoints: Readonly<Record<string, FeedEndpoint>>;
  errorMembers?(message: string): object;
}

/** One unit of the month pays for this many. */
export const ROWS_MAX = 1_000;

const text = (words: string, max = 200): Form => ({ pattern: new RegExp(`^[^\\0]{1,${max}}$`, 'su'), words });

export const FORMS = {
  // Two or three names of levels with 64 bytes, and three characters for each byte that is no letter.
  symbol: text('the name of a market', 4_000),
  id: text('an i-address'),
  cursor: { pattern: /^[^\0]{1,4000}$/su, words: 'a cursor of this list' },
  limit: { pattern: /^[1-9]\d{0,2}$|^1000$/, words: 'from 1 to 1000' },
  height: { pattern: /^\d{1,9}$/, words: 'a height' },
  /** Unix seconds or milliseconds. */
  time: { pattern: /^\d{1,13}$/, words: 'a unix time' },
} as const satisfies Record<string, Form>;

export function jsonAnswer(value: unknown, nextCursor: string | null = null): FeedAnswer {
  return { body: `${JSON.stringify(value)}\n`, nextCursor };
}
