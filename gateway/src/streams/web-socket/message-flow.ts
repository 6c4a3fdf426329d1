import { TokenBucket } from '@ledgergraph/service-kit/limits/token-bucket';
import type { WebSocket } from 'ws';

/** Messages that a peer may send: so many in a second, and so many at once. A page that subscribes to everything sends fewer. */
const PER_SECOND = 100;
const AT_ONCE = 500;
/** Messages that came with those, in the same piece of the connection, before reading stopped. A peer with more is no client. */
const BEYOND_MAX = 1_000;
/** Bytes that wait for the peer to read them. Above, it is not read from; its answers would only be more. */
const UNREAD_MAX = 256 * 1024;
/** Time for which a peer that was not read from may leave what was sent unread. */
const UNREAD_MS = 20_000;

/**
 * Paces what a peer sends by what it reads. Every message may cause an answer; so a peer that sends faster than it may, or does not read, is
 * not read from for a while, and what it costs is bounded. Node and TCP hold the rest up at the peer.
 */
export class MessageFlow {
  readonly #socket: WebSocket;
  readonly #unreadMs: number;
  readonly #bucket = new TokenBucket().resize({ perSecond: PER_SECOND, sizeMax: AT_ONCE }, performance.now());
  #beyond = 0;
  /** Waits until the peer may send its next message. */
  #timer: NodeJS.Timeout | undefined;
  /** Since when it has not read; null: it reads. */
  #unreadSince: number | null = null;

  /** @param unreadMs milliseconds for which a peer may leave what was sent unread */
  constructor(socket: WebSocket, unreadMs = UNREAD_MS) {
    this.#socket = socket;
    this.#unreadMs = unreadMs;
    socket.once('close', () => clearTimeout(this.#timer));
  }

  /** True while the peer is not read from: its pongs do not come either. */
  get isHeldUp(): boolean {
    return this.#timer !== undefined || this.#unreadSince !== null;
  }

  /** Milliseconds for which the peer has left unread what was sent. */
  get unreadMs(): number {
    return this.#unreadSince === null ? 0 : performance.now() - this.#unreadSince;
  }

  /** True when that is too long. */
  get isStuck(): boolean {
    return this.unreadMs > this.#unreadMs;
  }

  /** A message has come. @returns false for a peer that sends more than any client */
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

  /** Something was sent, and left or failed. */
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
