import type { PoolChange, PoolPage } from '#/events/event-sources.ts';

/** Changes that are kept behind the newest one: a stream that is further behind reads on its own. */
const WINDOW = 10_000;

/** A change as the log holds it. */
export interface LoggedChange {
  readonly change: PoolChange;
  /** Serial of the change that ended an entry; undefined: it is pending. */
  endedBy: number | undefined;
}

/**
 * The mempool of one chain in order of its changes: an entry for each pending transaction, and all newer changes. It holds what is pending
 * and a window of changes, whatever the number of streams that read it.
 */
export class PoolLog {
  #logged: LoggedChange[] = [];
  readonly #pending = new Map<string, LoggedChange>();
  #from = 0;
  #upTo = 0;

  /** All changes behind this serial are here. */
  get from(): number {
    return this.#from;
  }

  /** Serial up to which all changes are here. */
  get upTo(): number {
    return this.#upTo;
  }

  /** A stream that stands below this reads elsewhere: the log does not know what left before. */
  begin(): void {
    this.#from = this.#upTo;
  }

  /** @param page what follows `upTo`; the first one is what is pending, as entries */
  append({ upTo, changes }: Pick<PoolPage, 'upTo' | 'changes'>): void {
    for (const change of changes) this.#add(change);
    this.#upTo = upTo;
    if (this.#logged.length > this.#pending.size + 2 * WINDOW) this.#shorten();
  }

  /** Changes behind a serial, which must not be below `from`. */
  after(serial: number, limit: number): readonly LoggedChange[] {
    const begin = this.#placeBehind(serial);
    return this.#logged.slice(begin, begin + limit);
  }

  /** Entries behind a serial of what was pending at a state, oldest first: entries up to it that it had not seen ended. */
  *pendingAt(state: number, serial: number): Generator<PoolChange, void, void> {
    for (let place = this.#placeBehind(serial); place < this.#logged.length; place += 1) {
      const { change, endedBy } = this.#logged[place] as LoggedChange;
      if (change.serial > state) return;
      if (change.hasEntered && (endedBy === undefined || endedBy > state)) yield change;
    }
  }

  #add(change: PoolChange): void {
    const known = this.#pending.get(change.txid);
    // It left before the log knew of it, so no stream has emitted it.
    if (known === undefined && !change.hasEntered) return;
    // A transaction that a reorganisation returned enters again.
    if (known !== undefined) known.endedBy = change.serial;
    const logged: LoggedChange = { change, endedBy: undefined };
    this.#logged.push(logged);
    if (change.hasEntered) this.#pending.set(change.txid, logged);
    else this.#pending.delete(change.txid);
  }

  /** Forgets what is over and older than the window. */
  #shorten(): void {
    const cut = this.#logged.at(-WINDOW)?.change.serial ?? 0;
    this.#logged = this.#logged.filter(
      ({ change, endedBy }) => change.serial > cut || (change.hasEntered && (endedBy === undefined || endedBy > cut)),
    );
    this.#from = Math.max(this.#from, cut);
  }

  #placeBehind(serial: number): number {
    let [low, high] = [0, this.#logged.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#logged[middle] as LoggedChange).change.serial > serial) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
