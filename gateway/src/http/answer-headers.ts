/** An answer is one caller's, and as old as its block. */
export const ANSWER_HEADERS = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' } as const;
