import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { CursorCodec, type Position as CursorMembers } from '@ledgergraph/graph-kit/cursor';
import type { Tip } from '#/pin/tip.ts';
import { StreamEnd } from './stream-end.ts';

/** The form of positions of one kind inside a cursor. */
export interface PositionForm<Position> {
  write(position: Position): { anchor: BlockPlace; members: CursorMembers };
  /** Null: a stream can no longer go on from there. */
  read(anchor: BlockPlace, members: CursorMembers): Position | null;
}

/** The last cursor of a position: streams share the positions of events, so that each is signed once. */
interface Written {
  written?: { by: unknown; cursor: string };
}

/** Writes and reads the cursors of one subscription field on one chain. Any gateway with the same secret reads them. */
export class PositionCodec<Position> {
  readonly #codec: CursorCodec;
  readonly #form: PositionForm<Position>;

  /** @param secret one or several secrets: the first signs, each opens */
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
   * @returns null for a position from which a stream can no longer go on
   * @throws StreamEnd VALIDATION_ERROR for a cursor of another subscription, chain or environment, or a forged one
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
