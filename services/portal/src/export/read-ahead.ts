export interface PageEnd {
  readonly items: number;
  readonly next: string | null;
}

export interface ReadExtent {
  readonly start: string | null;
  readonly items: number;
  /** Asked before each page. */
  readonly pagesAhead: () => number;
}

/** Asks for the next page as soon as its cursor is known. @param read `left` is the number of items up to the end */
export async function* readAhead<Page extends PageEnd>(
  read: (cursor: string | null, left: number) => Promise<Page>,
  { start, items, pagesAhead }: ReadExtent,
): AsyncGenerator<Page, void, void> {
  const begun: Promise<Page>[] = [];
  /** Undefined while it is not known, or if no more is wanted. */
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
      // A fault is thrown when the page is taken; if the client has gone, it never is.
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
