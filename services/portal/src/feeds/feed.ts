import type { Values } from '#/gateway/gateway-client.ts';

/** Parameters of one request, as text of the URL; only those that the question takes. */
export type FeedParameters = ReadonlyMap<string, string>;

/** The chain as one request reads it: everything at one block. */
export interface FeedView {
  /** i-address of the chain's native currency. */
  readonly chainId: string;
  /** The block that everything is read at. */
  readonly height: number;
  readonly hash: string;
  /** i-address of the currency that stands for the dollar on this chain; undefined: none does. */
  readonly dollarId: string | undefined;
  /** Asks the graph; the variable `chainId` is added. @throws ReadFault */
  ask(query: string, variables: Record<string, unknown>): Promise<Values>;
}

/** Form of a parameter. */
export interface Form {
  readonly pattern: RegExp;
  /** Completes "<name> must be …". */
  readonly words: string;
}

export interface FeedAnswer {
  readonly body: string;
  /** Absent: JSON. */
  readonly contentType?: string;
  /** Place behind the last row; null or absent: there is no more. */
  readonly nextCursor?: string | null;
}

/** One path of a feed. */
export interface Question {
  /** Names among `takes` without which it cannot be answered. */
  readonly needs: readonly string[];
  /** Its parameters. Others in the URL are ignored: programs add some of their own. */
  readonly takes: Readonly<Record<string, Form>>;
  /** The one of them that may also stand as the rest of the path. */
  readonly inPath?: string;
  /** Bytes that its longest answer takes while it is read; absent: as much as 1,000 rows do. */
  readonly bytes?: number;
  /** Its answer changes without a block. */
  readonly isOfClock?: boolean;
  answer(view: FeedView, parameters: FeedParameters): Promise<FeedAnswer>;
}

/** The form in which one kind of program reads markets. */
export interface Feed {
  /** Everything is read at the last block that can no longer be reorganised, not at the latest. */
  readonly isFinal?: boolean;
  readonly questions: Readonly<Record<string, Question>>;
  /** Members by which a program of this kind knows an error; they stand beside those of every error. */
  errorMembers?(message: string): object;
}

/** Most rows of one answer, and of one page of the graph: the count that a unit of the month pays for. */
export const ROWS_MAX = 1_000;

const text = (words: string, max = 200): Form => ({ pattern: new RegExp(`^[^\\0]{1,${max}}$`, 'su'), words });

/** Forms that several feeds have. */
export const FORMS = {
  // A symbol has two or three names of levels with 64 bytes each, and three characters for each byte that is no letter.
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
