import { setTimeout as wait } from 'node:timers/promises';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';
import type { EventStream } from './event-stream.ts';
import { chooseOverfull } from './held-results.ts';
import { StreamEnd } from './stream-end.ts';

const KEY_CHECK_MS = 500;
/** One after another, so that clients do not connect again all at once. */
const END_EVERY_MS = 2;
const ENDING_MAX_MS = 3_000;
const ENDING_LOOK_MS = 50;
export const HEARTBEAT_MS = 10_000;
/** To leave an event unread. */
const BLOCKED_MAX_MS = 20_000;
/** Bytes of new results after which the held ones are counted at once. */
const MADE_MAX = 8 * 1024 * 1024;

export interface HeldStream {
  readonly stream: EventStream;
  /** Shows the client that the connection lives. */
  readonly beat: () => void;
  /** For a client that does not read. @param isAtOnce what it has not read has to go now */
  readonly cutOff: (reason: StreamEnd, isAtOnce: boolean) => void;
}

export interface OpenStreamsOptions {
  heldMax?: number | undefined;
  blockedMaxMs?: number | undefined;
}

/** Wakes streams when a tip moves, and ends those whose key no longer works. */
export class OpenStreams {
  readonly #options: OpenStreamsOptions;
  readonly #held = new Set<HeldStream>();
  #timers: NodeJS.Timeout[] = [];
  #isDraining = false;
  /** Resolves when the last stream of a stopping gateway has ended. */
  readonly #none = Promise.withResolvers<void>();
  #heldBytes = 0;
  #madeBytes = 0;
  #deliveredByEnded = 0;
  /** By code; `GONE`: the client went. */
  readonly ended = new Map<string, number>([['GONE', 0]]);

  constructor(options: OpenStreamsOptions = {}) {
    this.#options = options;
  }

  start(): void {
    this.#timers = [
      setInterval(() => this.#check(), KEY_CHECK_MS).unref(),
      setInterval(() => {
        for (const held of this.#held) held.beat();
      }, HEARTBEAT_MS).unref(),
    ];
  }

  get delivered(): number {
    let delivered = this.#deliveredByEnded;
    for (const { stream } of this.#held) delivered += stream.delivered;
    return delivered;
  }

  get size(): number {
    return this.#held.size;
  }

  /** Free at the last look. */
  get free(): number {
    return Math.max(1 - this.#heldBytes / this.#heldMax, 0);
  }

  noteMade(bytes: number): void {
    this.#madeBytes += bytes;
    if (this.#madeBytes > MADE_MAX) this.#cutOverfull();
  }

  get #heldMax(): number {
    return this.#options.heldMax ?? MEMORY_BOUNDS.streamResults;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** @returns to be called when the stream has ended; only the first call counts */
  hold(held: HeldStream): (code: string) => void {
    this.#held.add(held);
    const unlisten = held.stream.listen();
    // It was opened while the others ended.
    if (this.#isDraining) held.stream.end(new StreamEnd('RECONNECT'));
    return (code) => {
      if (!this.#held.delete(held)) return;
      unlisten();
      held.stream.pass.giveBack();
      this.#deliveredByEnded += held.stream.delivered;
      this.ended.set(code, (this.ended.get(code) ?? 0) + 1);
      if (this.#isDraining && this.#held.size === 0) this.#none.resolve();
    };
  }

  ring(): void {
    for (const { stream } of this.#held) stream.ring();
  }

  /** One after another, with `RECONNECT`. Resolves when all have ended, or after `patienceMs`. */
  async drain(patienceMs: number): Promise<void> {
    this.#isDraining = true;
    for (const timer of this.#timers) clearInterval(timer);
    if (this.#held.size === 0) return;
    void this.#endInTurn();
    await Promise.race([this.#none.promise, wait(patienceMs, undefined, { ref: false })]);
  }

  async #endInTurn(): Promise<void> {
    const streams = Array.from(this.#held, ({ stream }) => stream);
    const everyMs = Math.min(END_EVERY_MS, ENDING_MAX_MS / streams.length);
    const atOnce = Math.ceil(ENDING_LOOK_MS / everyMs);
    for (const [index, stream] of streams.entries()) {
      if (index > 0 && index % atOnce === 0) await wait(ENDING_LOOK_MS);
      stream.end(new StreamEnd('RECONNECT'));
    }
  }

  /** A client that reads a little now and then is never blocked for long, and would hold as much as any other. */
  #cutOverfull(): void {
    this.#madeBytes = 0;
    const described = Array.from(this.#held, (each) => {
      const { pass, blockedMs, held } = each.stream;
      return { each, teamId: pass.key.teamId, blockedMs, held };
    });
    const { bytes, chosen } = chooseOverfull(described, this.#heldMax);
    this.#heldBytes = bytes;
    for (const { each } of chosen) this.#cutOff(each, true);
  }

  #cutOff({ stream, cutOff }: HeldStream, isAtOnce: boolean): void {
    const reason = new StreamEnd('SLOW_CONSUMER');
    stream.end(reason);
    cutOff(reason, isAtOnce);
  }

  #check(): void {
    const { blockedMaxMs = BLOCKED_MAX_MS } = this.#options;
    this.#cutOverfull();
    for (const held of this.#held) {
      const { stream } = held;
      if (stream.blockedMs > blockedMaxMs) {
        this.#cutOff(held, false);
        continue;
      }
      const found = stream.pass.judge();
      if (found instanceof Promise) void found.then((late) => stream.hear(late));
      else stream.hear(found);
    }
  }
}
