import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import type { PoolChange, PoolPage } from '#/events/event-sources.ts';
import type { PoolMark } from '#/pin/pool-marks.ts';
import type { Tip } from '#/pin/tip.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { ChainReader } from './chain-reader.ts';
import { PoolListeners } from './pool-listeners.ts';
import { PoolLog } from './pool-log.ts';

/** One look-up for all streams. */
const PAGE = 5_000;

type PoolFeedOptions = { reader: Pick<ChainReader, 'poolPage'>; tips: Pick<TipFollower, 'pins'> };

/** One look-up per change for all streams of a chain's mempool, by whichever comes first. */
export class PoolFeed {
  readonly #options: PoolFeedOptions;
  readonly #environment: EnvironmentName;
  readonly #chainId: string;
  readonly listeners = new PoolListeners();
  #log: PoolLog | null = null;
  #seen = '';
  #reading: Promise<void> | null = null;
  #marks: readonly PoolMark[] = [];
  #newest = 0;
  #beginsAt = 0;

  constructor(options: PoolFeedOptions, { environment, chainId }: Pick<Tip, 'environment' | 'chainId'>) {
    this.#options = options;
    this.#environment = environment;
    this.#chainId = chainId;
  }

  /** When, and at which tip of the node, the logged mempool was read. */
  get marks(): readonly PoolMark[] {
    return this.#marks;
  }

  /**
   * `known`: all changes behind it are known. `ahead`: the newest change is below it. `before`: it is of a former database. The end of
   * the log is always known.
   */
  placeOf(serial: number): 'known' | 'ahead' | 'before' {
    if (serial < Math.min(this.#beginsAt, this.#log?.upTo ?? 0)) return 'before';
    return serial <= this.#newest ? 'known' : 'ahead';
  }

  /** Everything that the current pins see; null: the mempool has not been read. @throws PinsLost, EventsUnavailable */
  async upToDate(): Promise<PoolLog | null> {
    for (;;) {
      const pins = this.#options.tips.pins(this.#environment);
      const pin = pins.find(({ chainId }) => chainId === this.#chainId);
      if (pin === undefined || pin.poolSerial === null) return null;
      if (this.#log !== null && this.#seen === seenAt(pin)) return this.#log;
      this.#reading ??= this.#extend(pins, pin, Number(pin.poolSerial)).finally(() => {
        this.#reading = null;
      });
      await this.#reading;
    }
  }

  /** A stream finds out itself why an update fails. */
  refresh(): void {
    if (this.listeners.size > 0) this.upToDate().catch(() => this.listeners.ringAll());
  }

  async #extend(pins: readonly Tip[], pin: Tip, serial: number): Promise<void> {
    const read = async (after: number | null): Promise<PoolPage> => {
      const page = await this.#options.reader.poolPage(pins, pin, after, PAGE);
      this.#marks = page.marks;
      this.#beginsAt = page.beginsAt;
      return page;
    };
    // A restored database has lower serials.
    const known = this.#log !== null && this.#log.upTo <= serial ? this.#log : null;
    const isNew = known === null;
    const log = known ?? new PoolLog();
    if (isNew) log.append(await read(null));
    const news: PoolChange[] = [];
    while (log.upTo < serial) {
      const before = log.upTo;
      const page = await read(before);
      // Another database has replaced the log's.
      if (!isNew && page.beginsAt > before) {
        this.#log = null;
        return await this.#extend(pins, pin, serial);
      }
      log.append(page);
      if (!isNew) news.push(...page.changes);
      // A transaction whose block is not pinned yet holds back what follows.
      if (page.upTo <= before) break;
    }
    if (isNew) log.begin();
    this.#log = log;
    this.#newest = Math.max(serial, log.upTo);
    this.#seen = seenAt(pin);
    if (isNew) this.listeners.ringAll();
    else this.listeners.ring(news);
  }
}

function seenAt({ hash, poolSerial }: Tip): string {
  return `${hash} ${poolSerial}`;
}
