import type { PoolChange, PoolPage } from '#/events/event-sources.ts';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';

/** Bytes kept behind the newest change: a stream further behind reads on its own. */
const WINDOW_BYTES = MEMORY_BOUNDS.poolWindow / 3;
/** With its event and an address. */
const CHANGE_BYTES = 1_024;
const ADDRESS_BYTES = 64;

function bytesOfChange({ addresses }: Pick<PoolChange, 'addresses'>): number {
  return CHANGE_BYTES + ADDRESS_BYTES * addresses.length;
}

export interface LoggedChange {
  readonly change: PoolChange;
  /** Undefined: the entry is pending. */
  endedBy: number | undefined;
}

/** Pending transactions, and a window of the newest changes, whatever the number of streams. */
export class PoolLog {
  #logged: LoggedChange[] = [];
  readonly #pending = new Map<string, LoggedChange>();
  #from = 0;
  #upTo = 0;
  #bytes = 0;
  #pendingBytes = 0;

  /** All changes behind this serial are here. */
  get from(): number {
    return this.#from;
  }

  get upTo(): number {
    return this.#upTo;
  }

  /** Below this the log does not know what has left. */
  begin(): void {
    this.#from = this.#upTo;
  }

  /** @param page what follows `upTo`; the first one is what is pending, as entries */
  append({ upTo, changes }: Pick<PoolPage, 'upTo' | 'changes'>): void {
    for (const change of changes) this.#add(change);
    this.#upTo = upTo;
    // A transaction that ended in the window has its entry besides.
    if (this.#bytes > this.#pendingBytes + 3 * WINDOW_BYTES) this.#shorten();
  }

  /** @param serial not below `from` */
  after(serial: number, limit: number): readonly LoggedChange[] {
    const begin = this.#placeBehind(serial);
    return this.#logged.slice(begin, begin + limit);
  }

  /** Entries that were pending at `state`, oldest first: entries behind `serial` that had not ended then. */
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
    // A reorganisation returned the transaction.
    if (known !== undefined) {
      known.endedBy = change.serial;
      this.#pendingBytes -= bytesOfChange(known.change);
    }
    const logged: LoggedChange = { change, endedBy: undefined };
    this.#logged.push(logged);
    const bytes = bytesOfChange(change);
    this.#bytes += bytes;
    if (change.hasEntered) {
      this.#pending.set(change.txid, logged);
      this.#pendingBytes += bytes;
    } else this.#pending.delete(change.txid);
  }

  #shorten(): void {
    let kept = 0;
    const newest = this.#logged.findLastIndex(({ change }) => {
      kept += bytesOfChange(change);
      return kept > WINDOW_BYTES;
    });
    const cut = this.#logged[newest]?.change.serial ?? 0;
    this.#logged = this.#logged.filter(
      ({ change, endedBy }) => change.serial > cut || (change.hasEntered && (endedBy === undefined || endedBy > cut)),
    );
    this.#bytes = this.#logged.reduce((sum, { change }) => sum + bytesOfChange(change), 0);
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
