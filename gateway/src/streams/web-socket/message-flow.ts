import { TokenBucket } from '@ledgergraph/service-kit/limits/token-bucket';
import type { WebSocket } from 'ws';

/** A page that subscribes to everything sends fewer. */
const PER_SECOND = 100;
const AT_ONCE = 500;
/** Came in the same piece of the connection before reading stopped. A peer with more is no client. */
const BEYOND_MAX = 1_000;
/** Above, the peer is not read from; its answers would only be more. */
const UNREAD_MAX = 256 * 1024;
/** For a peer that was not read from. */
const UNREAD_MS = 20_000;

/**
 * Paces what a peer sends by what it reads, because every message may cause an answer. A peer that sends too fast or does not read is
 * not read from for a while; Node and TCP hold the rest back at the peer.
 */
export class MessageFlow {
  readonly #socket: WebSocket;
  readonly #unreadMs: number;
  readonly #bucket = new TokenBucket().resize({ perSecond: PER_SECOND, sizeMax: AT_ONCE }, performance.now());
  #beyond = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Null: it reads. */
  #unreadSince: number | null = null;

  /** @param unreadMs for which a peer may leave messages unread */
  constructor(socket: WebSocket, unreadMs = UNREAD_MS) {
    this.#socket = socket;
    this.#unreadMs = unreadMs;
    socket.once('close', () => clearTimeout(this.#timer));
  }

  /** Its pongs do not come either. */
  get isHeldUp(): boolean {
    return this.#timer !== undefined || this.#unreadSince !== null;
  }

  get unreadMs(): number {
    return this.#unreadSince === null ? 0 : performance.now() - this.#unreadSince;
  }

  get isStuck(): boolean {
    return this.unreadMs > this.#unreadMs;
  }

  /** @returns false for a peer that sends more than any client */
  take(): boolean {
    if (this.#socket.bufferedAmount > UNREAD_MAX) this.#holdUp();
    const now = performance.now();
    if (this.#bucket.take(now)) {
      if (this.#timer === undefined) this.#beyond = 0;
      return true;
    }
    this.#beyond += 1;
    this.#bucket.debit(1, now);
    this.#timer ??= setTimeout(() => this.#goOn(), this.#bucket.waitMs(now)).unref();
    this.#socket.pause();
    return this.#beyond <= BEYOND_MAX;
  }

  sent(): void {
    if (this.#unreadSince === null || this.#socket.bufferedAmount > UNREAD_MAX / 2) return;
    this.#unreadSince = null;
    this.#resume();
  }

  #holdUp(): void {
    this.#unreadSince ??= performance.now();
    this.#socket.pause();
  }

  #goOn(): void {
    const waitMs = this.#bucket.waitMs(performance.now());
    if (waitMs > 0) {
      this.#timer = setTimeout(() => this.#goOn(), waitMs).unref();
      return;
    }
    this.#timer = undefined;
    this.#resume();
  }

  #resume(): void {
    if (!this.isHeldUp) this.#socket.resume();
  }
}
