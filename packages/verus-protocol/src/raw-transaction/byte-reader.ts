import { TransactionDecodeError } from './decode-error.ts';

/** serialize.h:MAX_SIZE: the daemon refuses longer lists and scripts. */
const LENGTH_MAX = 0x02000000;

/** Little endian, each list behind its length. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.#bytes.length - this.#offset;
  }

  /** A view, not a copy. @throws TransactionDecodeError CUT_OFF */
  take(length: number): Uint8Array {
    const start = this.#advance(length);
    return this.#bytes.subarray(start, start + length);
  }

  /** @throws TransactionDecodeError CUT_OFF, as all that follow */
  uint32(): number {
    return this.#view.getUint32(this.#advance(4), true);
  }

  int64(): bigint {
    return this.#view.getBigInt64(this.#advance(8), true);
  }

  /** 1, 3, 5 or 9 bytes. @throws TransactionDecodeError MALFORMED for a length that is too large or written longer than needed */
  compactSize(): number {
    const first = this.#view.getUint8(this.#advance(1));
    if (first < 0xfd) return first;
    const [size, least] =
      first === 0xfd ? this.#wide(2, 0xfd) : first === 0xfe ? this.#wide(4, 0x10000) : this.#wide(8);
    if (size < least) throw new TransactionDecodeError('MALFORMED', 'a length is written in more bytes than it needs');
    if (size > LENGTH_MAX)
      throw new TransactionDecodeError('MALFORMED', 'a list or a script is longer than any may be');
    return size;
  }

  sizedBytes(): Uint8Array {
    return this.take(this.compactSize());
  }

  /** @param least bytes of the smallest element: an impossible number is refused before anything is made for it */
  list<Element>(least: number, read: () => Element): Element[] {
    const length = this.compactSize();
    if (length * least > this.left) throw cutOff();
    return Array.from({ length }, read);
  }

  #wide(width: 2 | 4 | 8, least = 0x100000000): [size: number, least: number] {
    const start = this.#advance(width);
    if (width === 2) return [this.#view.getUint16(start, true), least];
    if (width === 4) return [this.#view.getUint32(start, true), least];
    return [Number(this.#view.getBigUint64(start, true)), least];
  }

  #advance(length: number): number {
    if (length > this.left) throw cutOff();
    const start = this.#offset;
    this.#offset += length;
    return start;
  }
}

function cutOff(): TransactionDecodeError {
  return new TransactionDecodeError('CUT_OFF', 'the transaction is cut off');
}
