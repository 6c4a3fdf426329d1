import { CursorCodec } from '@ledgergraph/graph-kit/cursor';
import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import { StreamEnd } from './stream-end.ts';

/** A block of a chain. Height -1 stands for the place before genesis. */
export interface BlockPoint {
  height: number;
  /** 64 hexadecimal digits in display order. */
  hash: string;
}

/** Place of an event in its block, as `ChangePlace`. */
export interface PlaceInBlock {
  txIndex: number;
  vout: number;
  id: string;
  reference: string;
}

/** What a stream has told: all blocks below `block`, and of that block all (place null) or what stands up to a place. */
export interface Position {
  readonly block: BlockPoint;
  readonly place: PlaceInBlock | null;
  /** The last cursor that was written of it: streams share the positions of events, so that each is signed once. */
  written?: { by: PositionCodec; cursor: string };
}

/** Writes and reads the cursors of one kind of subscription on one chain. Any gateway with the same secret reads them, at any time. */
export class PositionCodec {
  readonly #codec: CursorCodec;

  /** @param secret one or several secrets: the first signs, each opens */
  constructor(secret: string, subscription: string, environment: EnvironmentName, chainId: string) {
    this.#codec = new CursorCodec(secret, { subscription, environment, chainId });
  }

  write(position: Position): string {
    // Subscriptions of two kinds may begin at one position.
    if (position.written?.by !== this) position.written = { by: this, cursor: this.#seal(position) };
    return position.written.cursor;
  }

  /** @throws StreamEnd VALIDATION_ERROR for a cursor of another subscription, chain or environment, or a forged one */
  read(cursor: string): Position {
    try {
      const { anchor, position } = this.#codec.open(cursor);
      if (position.length === 0) return { block: anchor, place: null };
      const [txIndex, vout, id, reference] = position as [number, number, string, string];
      return { block: anchor, place: { txIndex, vout, id, reference } };
    } catch {
      throw new StreamEnd('VALIDATION_ERROR');
    }
  }

  #seal({ block, place }: Position): string {
    const members = place === null ? [] : [place.txIndex, place.vout, place.id, place.reference];
    return this.#codec.seal(block, members);
  }
}
