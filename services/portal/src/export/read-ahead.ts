/** Where a page of a list ends. */
export interface PageEnd {
  readonly items: number;
  /** Cursor behind them; null: nothing follows. */
  readonly next: string | null;
}

/** The piece of a list that is read. */
export interface ReadExtent {
  /** Null: from the beginning on. */
  readonly start: string | null;
  readonly items: number;
  /** How many pages are read or kept beside the one that is in use, at the most. It is asked before each. */
  readonly pagesAhead: () => number;
}

/**
 * Reads a list page by page. The next page is asked for as soon as the one before has its cursor, but never more than a few ahead of the one
 * that is in use, however long it is.
 * @param read reads a page from a cursor on; `left`: items up to the end of what is read
 */
export async function* readAhead<Page extends PageEnd>(
  read: (cursor: string | null, left: number) => Promise<Page>,
  { start, items, pagesAhead }: ReadExtent,
): AsyncGenerator<Page, void, void> {
  const begun: Promise<Page>[] = [];
  /** Where the next page begins; undefined: that is not known yet, or no more is wanted. */
  let following: { cursor: string | null; left: number } | undefined = { cursor: start, left: items };
  let isOver = false;
  const beginNext = (): void => {
    if (following === undefined || begun.length >= Math.max(pagesAhead(), 1)) return;
    const { cursor, left } = following;
    following = undefined;
    const page = read(cursor, left);
    begun.push(page);
    page.then(
      (end) => {
        if (isOver || end.next === null || end.items >= left) return;
        following = { cursor: end.next, left: left - end.items };
        beginNext();
      },
      // Its fault is thrown when it is taken. Where the client goes, it never is.
      () => {},
    );
  };
  beginNext();
  try {
    for (let [page] = begun; page !== undefined; [page] = begun) {
      const taken = await page;
      begun.shift();
      beginNext();
      yield taken;
    }
  } finally {
    isOver = true;
  }
}
