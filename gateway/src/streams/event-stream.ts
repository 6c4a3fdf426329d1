import { setTimeout as delay } from 'node:timers/promises';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import type { Logger } from 'pino';
import type { StreamPass } from '#/admission/admission.ts';
import { Refused } from '#/admission/refused.ts';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { Call, CallTracker } from '#/calls/call-tracker.ts';
import { EventsUnavailable } from '#/events/event-sources.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import { type ChainReader, PinsLost } from './chain-reader.ts';
import { BlockAhead, BlockUnknown } from './chain-step.ts';
import { EventGroups } from './event-groups.ts';
import type { EventResults } from './event-results.ts';
import type { SelectionResults } from './selection-results.ts';
import { StreamEnd, toStreamEnd } from './stream-end.ts';
import type { StreamWalk } from './stream-walk.ts';
import { StreamedEvent } from './streamed-event.ts';

/** For a part of the graph, or for accounts, before the stream ends. */
export const PATIENCE_MS = 30_000;
const RETRY_MS = 250;
/** Also while no tip moves: the stream's branch may have become known. */
const AHEAD_LOOK_MS = 5_000;

export interface StreamDeps {
  reader: ChainReader;
  results: EventResults;
  tips: Pick<TipFollower, 'pins' | 'pinsAfterLoss'>;
  calls: Pick<CallTracker, 'open'>;
  /** 5,000 by default. */
  aheadLookMs?: number | undefined;
}

export interface StreamRequest<Position> {
  results: SelectionResults;
  walk: StreamWalk<Position>;
  chainId: string;
  start: Position;
  pass: StreamPass;
  /** The client gets the first position at once, and cursors as extensions. */
  isResumed?: boolean;
}

/**
 * One subscription of one client: the events behind its position, in order, each once. It keeps only its position, so that another
 * gateway can go on from any of its cursors.
 */
export class EventStream<Position = unknown> {
  readonly #deps: StreamDeps;
  readonly #request: StreamRequest<Position>;
  delivered = 0;
  #position: Position;
  /** For an event that was handed over and not taken yet. */
  #handedOver: Position | undefined;
  #key: KnownKey;
  #end: StreamEnd | null = null;
  /** Something new may have come since the last look. */
  #isRung = false;
  #wake: (() => void) | null = null;
  #unavailableSince: number | null = null;
  #handedOverAt: number | null = null;
  readonly #groups: EventGroups<Position>;

  constructor(deps: StreamDeps, request: StreamRequest<Position>) {
    this.#deps = deps;
    this.#request = request;
    const { walk, results, chainId } = request;
    const { key } = request.pass;
    this.#groups = new EventGroups({ walk, results, chainId, key, pins: () => deps.tips.pins(key.environment) });
    this.#position = request.start;
    this.#key = key;
  }

  /**
   * Cursor of the last event that was handed over, or of the beginning. Whatever carries it comes behind that event on the connection,
   * so a client that reads it has the event.
   */
  get cursor(): string {
    return this.#request.walk.write(this.#handedOver ?? this.#position);
  }

  get pass(): StreamPass {
    return this.#request.pass;
  }

  /** The plan may have changed. Ends the stream of a key that does not work; while it cannot be checked, nothing changes. */
  hear(found: KnownKey | Refused): void {
    if (!(found instanceof Refused)) this.#key = found;
    else if (found.code === 'UNAUTHORIZED' || found.code === 'FORBIDDEN') this.end(new StreamEnd(found.code));
  }

  /** For which the client has not taken the last event. */
  get blockedMs(): number {
    return this.#handedOverAt === null ? 0 : performance.now() - this.#handedOverAt;
  }

  get held(): readonly (readonly StreamedEvent[])[] {
    return this.#groups.held;
  }

  ring(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  /** @returns stops the calls */
  listen(): () => void {
    return this.#request.walk.listen?.(() => this.ring()) ?? (() => {});
  }

  /** The reader gets the reason as an exception. */
  end(reason: StreamEnd): void {
    this.#end ??= reason;
    this.#wake?.();
  }

  /**
   * Each event comes when the client has taken the last.
   * @param names for the log of a fault
   * @returns why the stream ended; a fault of ours is in the log
   */
  async sendTo(
    send: (event: StreamedEvent) => Promise<unknown> | undefined,
    logger: Logger,
    names: object = {},
  ): Promise<StreamEnd> {
    try {
      for await (const event of this) {
        const sending = send(event);
        if (sending !== undefined) await sending;
      }
      return new StreamEnd('GONE');
    } catch (error) {
      const end = this.#end ?? toStreamEnd(error);
      if (end.code === 'INTERNAL_SERVER_ERROR') logger.error({ err: error, ...names }, 'a stream failed');
      return end;
    }
  }

  /** @throws StreamEnd */
  async *[Symbol.asyncIterator](): AsyncGenerator<StreamedEvent, void, void> {
    const { isResumed = false } = this.#request;
    // It is no event, and costs nothing.
    if (isResumed) yield StreamedEvent.ofPosition(this.cursor);
    for (;;) {
      this.#throwIfEnded();
      this.#isRung = false;
      try {
        const group = await this.#groups.next(this.#position);
        if (group === undefined) {
          this.#unavailableSince = null;
          await this.#untilRung();
          continue;
        }
        // A generator of its own would cost each event several turns of the microtask queue.
        for (const [place, event] of group.results.entries()) {
          const call = await this.#pay();
          this.#handedOverAt = performance.now();
          this.#handedOver = group.events[place]?.position ?? this.#position;
          try {
            yield isResumed ? event.withCursor() : event;
            this.#position = this.#handedOver;
            this.delivered += 1;
            call.settle(CallStatus.ANSWERED);
          } finally {
            this.#handedOverAt = null;
            this.#handedOver = undefined;
            // The client has gone before it took the event.
            call.settle(CallStatus.REJECTED);
          }
          this.#throwIfEnded();
        }
        this.#position = group.until;
        this.#unavailableSince = null;
      } catch (error) {
        await this.#survive(error);
      }
    }
  }

  /** Once the key is known to work. @throws StreamEnd UNAUTHORIZED, FORBIDDEN, QUOTA_EXCEEDED, SUBGRAPH_UNAVAILABLE */
  async #pay(): Promise<Call> {
    for (const deadline = performance.now() + PATIENCE_MS; ; await delay(RETRY_MS)) {
      const judged = this.#request.pass.judge();
      const found = judged instanceof Promise ? await judged : judged;
      this.hear(found);
      this.#throwIfEnded();
      if (found instanceof Refused) {
        if (performance.now() > deadline) throw new StreamEnd('SUBGRAPH_UNAVAILABLE');
        continue;
      }
      const call = this.#deps.calls.open(this.#key);
      const passed = call.passMonth();
      const refused = passed instanceof Promise ? await passed : passed;
      if (refused === undefined) {
        call.run();
        return call;
      }
      const isExceeded = refused.status !== 'unavailable';
      call.settle(isExceeded ? CallStatus.QUOTA_EXCEEDED : CallStatus.FAILED);
      if (isExceeded) throw new StreamEnd('QUOTA_EXCEEDED');
      if (performance.now() > deadline) throw new StreamEnd('SUBGRAPH_UNAVAILABLE');
    }
  }

  /** After a lost pin, or while a part of the graph is away, the stream looks again. @throws all other errors */
  async #survive(error: unknown): Promise<void> {
    if (error instanceof PinsLost) {
      await this.#deps.tips.pinsAfterLoss(this.#key.environment, error.lost);
      return;
    }
    if (error instanceof BlockAhead) {
      this.#unavailableSince = null;
      await this.#untilRung(this.#deps.aheadLookMs ?? AHEAD_LOOK_MS);
      return;
    }
    if (!(error instanceof EventsUnavailable)) throw error;
    this.#unavailableSince ??= performance.now();
    if (performance.now() - this.#unavailableSince > PATIENCE_MS) {
      throw new StreamEnd(error instanceof BlockUnknown ? 'CHAIN_REORGANIZED' : 'SUBGRAPH_UNAVAILABLE');
    }
    await delay(RETRY_MS);
  }

  #throwIfEnded(): void {
    if (this.#end !== null) throw this.#end;
  }

  /** @param ms absent: it has nothing to look for by itself */
  async #untilRung(ms?: number): Promise<void> {
    if (this.#isRung || this.#end !== null) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (ms !== undefined) timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
    this.#wake = null;
  }
}
