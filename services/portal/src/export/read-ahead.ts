/** Where a part of a list ends. */
export interface PartEnd {
  readonly items: number;
  /** Place behind them; null: nothing follows. */
  readonly next: string | null;
}

/** A part that is being read. Its end may be known long before its rows are. */
export interface BegunPart<Rows> {
  readonly end: Promise<PartEnd>;
  readonly rows: Promise<Rows>;
}

/** The piece of a list that is read. */
export interface ReadExtent {
  /** Null: from the beginning on. */
  readonly start: string | null;
  readonly items: number;
  /** How many parts are read or kept beside the one that is in use, at the most. It is asked before each. */
  readonly partsAhead: () => number;
}

/**
 * Reads a list part by part, in its order. A part is begun as soon as the end of the one before is known, but never more than a few ahead of
 * the one that is taken, however long it takes.
 * @param begin reads a part from a place on; `left`: items up to the end of what is read
 */
export async function* readAhead<Rows>(
  begin: (place: string | null, left: number) => BegunPart<Rows>,
  { start, items, partsAhead }: ReadExtent,
): AsyncGenerator<PartEnd & { rows: Rows }, void, void> {
  const begun: BegunPart<Rows>[] = [];
  /** Where the next part begins; undefined: that is not known yet, or no more is wanted. */
  let following: { place: string | null; left: number } | undefined = { place: start, left: items };
  let isOver = false;
  const beginNext = (): void => {
    if (following === undefined || begun.length >= Math.max(partsAhead(), 1)) return;
    const { place, left } = following;
    following = undefined;
    const part = begin(place, left);
    begun.push(part);
    // Their faults are thrown when they are taken. Where the client goes, they never are.
    part.rows.catch(() => {});
    part.end.then(
      ({ items: read, next }) => {
        if (isOver || next === null || read >= left) return;
        following = { place: next, left: left - read };
        beginNext();
      },
      () => {},
    );
  };
  beginNext();
  try {
    for (let [part] = begun; part !== undefined; [part] = begun) {
      const [end, rows] = await Promise.all([part.end, part.rows]);
      begun.shift();
      beginNext();
      yield { ...end, rows };
    }
  } finally {
    isOver = true;
  }
}
