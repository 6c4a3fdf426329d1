import type { ServerResponse } from 'node:http';

/** Shorter answers are as many as there are connections. */
const SHORT_BYTES_MAX = 16 * 1024;
/** Bytes of answers that one key may leave unread: two of the longest. */
const KEY_BYTES_MAX = 128 * 1024 * 1024;
/** Bytes of answers that all keys together may leave unread at one worker. */
const BYTES_MAX = 512 * 1024 * 1024;

type Bounds = Readonly<Record<'keyBytesMax' | 'bytesMax', number>>;
type Sent = Pick<ServerResponse, 'once' | 'destroy' | 'destroyed'>;

/**
 * Answers that were sent and that their clients have not read yet: Node holds each of them whole. A client that reads a byte in a minute
 * keeps its connection, and so its answer, for as long as it likes.
 */
export class UnreadAnswers {
  readonly #bounds: Bounds;
  /** By key, those sent first in front. */
  readonly #byKey = new Map<string, Map<Sent, number>>();
  readonly #bytesByKey = new Map<string, number>();
  #bytes = 0;

  constructor(bounds: Bounds = { keyBytesMax: KEY_BYTES_MAX, bytesMax: BYTES_MAX }) {
    this.#bounds = bounds;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Holds an answer until it has been read. Where there is no room, those that wait longest are cut off: of the key itself, or of the key
   * that holds the most. So a key that reads loses nothing to another one that does not.
   * @param bytes of the answer that the system has not taken when it was sent
   */
  hold(keyId: string, response: Sent, bytes: number): void {
    if (bytes <= SHORT_BYTES_MAX || response.destroyed) return;
    const { keyBytesMax, bytesMax } = this.#bounds;
    while (this.#bytesOf(keyId) > 0 && this.#bytesOf(keyId) + bytes > keyBytesMax) this.#cutOff(keyId);
    while (this.#bytes > 0 && this.#bytes + bytes > bytesMax) this.#cutOff(this.#greatestHolder());
    const ofKey = this.#byKey.get(keyId) ?? new Map<Sent, number>();
    this.#byKey.set(keyId, ofKey.set(response, bytes));
    this.#add(keyId, bytes);
    response.once('close', () => this.#release(keyId, response));
  }

  #cutOff(keyId: string): void {
    const [oldest] = this.#byKey.get(keyId)?.keys() ?? [];
    if (oldest === undefined) return;
    this.#release(keyId, oldest);
    oldest.destroy();
  }

  #release(keyId: string, response: Sent): void {
    const ofKey = this.#byKey.get(keyId);
    const bytes = ofKey?.get(response);
    if (ofKey === undefined || bytes === undefined) return;
    ofKey.delete(response);
    this.#add(keyId, -bytes);
    if (ofKey.size > 0) return;
    this.#byKey.delete(keyId);
    this.#bytesByKey.delete(keyId);
  }

  #add(keyId: string, bytes: number): void {
    this.#bytesByKey.set(keyId, this.#bytesOf(keyId) + bytes);
    this.#bytes += bytes;
  }

  #bytesOf(keyId: string): number {
    return this.#bytesByKey.get(keyId) ?? 0;
  }

  #greatestHolder(): string {
    const [first = ''] = this.#bytesByKey.keys();
    let greatest = first;
    for (const [keyId, bytes] of this.#bytesByKey) if (bytes > this.#bytesOf(greatest)) greatest = keyId;
    return greatest;
  }
}
