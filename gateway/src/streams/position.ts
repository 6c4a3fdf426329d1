import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { ChangePlace } from '@ledgergraph/graph-kit/change-place';
import { CursorCodec, type Position as CursorMembers } from '@ledgergraph/graph-kit/cursor';
import type { Tip } from '#/pin/tip.ts';
import { StreamEnd } from './stream-end.ts';

export interface PositionForm<Position> {
  write(position: Position): { anchor: BlockPlace; members: CursorMembers };
  /** Null: a stream can no longer go on from there. */
  read(anchor: BlockPlace, members: CursorMembers): Position | null;
}

/** Emitted: all blocks below `block`, and of that block all events (place null) or those up to a place. */
export interface ChainPosition {
  /** Height -1 is before genesis. */
  readonly block: BlockPlace;
  readonly place: Omit<ChangePlace, 'height'> | null;
}

export const CHAIN_POSITIONS: PositionForm<ChainPosition> = {
  write: ({ block, place }) => ({
    anchor: block,
    members: place === null ? [] : [place.txIndex, place.vout, place.id, place.reference],
  }),
  read: (block, members) => {
    if (members.length === 0) return { block, place: null };
    const [txIndex, vout, id, reference] = members as [number, number, string, string];
    return { block, place: { txIndex, vout, id, reference } };
  },
};

export interface PoolPosition {
  /** All changes up to this serial; with `snapshot`: entries up to it. */
  readonly serial: number;
  /** Serial of the state that the stream begins with; null once everything pending at it is emitted. */
  readonly snapshot: number | null;
}

/** Changes are kept for 7 days; the last hour is for clocks and slow clients. */
const AGE_MAX_MS = (7 * 24 - 1) * 3_600_000;

/** @param now Unix milliseconds */
export function poolPositions(now: () => number = Date.now): PositionForm<PoolPosition> {
  return {
    // The mempool has serials in place of blocks.
    write: ({ serial, snapshot }) => ({ anchor: { height: serial, hash: '' }, members: [snapshot, now()] }),
    read: ({ height: serial }, members) => {
      const [snapshot, writtenAt] = members as [number | null, number];
      return now() - writtenAt > AGE_MAX_MS ? null : { serial, snapshot };
    },
  };
}

/** Streams share the positions of events, so that each is signed once. */
interface Written {
  written?: { by: unknown; cursor: string };
}

/** Any gateway with the same secret reads the cursors. */
export class PositionCodec<Position> {
  readonly #codec: CursorCodec;
  readonly #form: PositionForm<Position>;

  /** @param secret one or several: the first signs, each opens */
  constructor(
    form: PositionForm<Position>,
    secret: string,
    subscription: string,
    { environment, chainId }: Pick<Tip, 'environment' | 'chainId'>,
  ) {
    this.#form = form;
    this.#codec = new CursorCodec(secret, { subscription, environment, chainId });
  }

  write(position: Position): string {
    const shared = position as Written;
    // Subscriptions of two fields may begin at one position.
    if (shared.written?.by !== this) shared.written = { by: this, cursor: this.#seal(position) };
    return shared.written.cursor;
  }

  /**
   * Null: a stream can no longer go on from there.
   * @throws StreamEnd VALIDATION_ERROR for a forged cursor, or one of another subscription, chain or environment
   */
  read(cursor: string): Position | null {
    try {
      const { anchor, position } = this.#codec.open(cursor);
      return this.#form.read(anchor, position);
    } catch {
      throw new StreamEnd('VALIDATION_ERROR');
    }
  }

  #seal(position: Position): string {
    const { anchor, members } = this.#form.write(position);
    return this.#codec.seal(anchor, members);
  }
}
