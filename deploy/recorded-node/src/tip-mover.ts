import { announceMove } from './announce-move.ts';
import type { Continuation } from './continuation/continuation.ts';
import type { NodeState } from './node-state.ts';
import type { PoolFeeder } from './pool-feeder.ts';
import type { PositionFile } from './position-file.ts';
import type { TipPublisher } from './tip-publisher.ts';

export interface TipMoverParts {
  state: NodeState;
  file: PositionFile | undefined;
  publisher: TipPublisher | undefined;
  /** Undefined: no transactions enter the pool ahead of their blocks. */
  feeder: PoolFeeder | 'when-asked' | undefined;
  /** Absent: no generated blocks follow the recorded ones. */
  continuation?: Continuation | undefined;
}

export class TipMover {
  readonly #parts: TipMoverParts;

  constructor(parts: TipMoverParts) {
    this.#parts = parts;
    parts.continuation?.ensureNext();
    this.#feed();
  }

  get isAtEnd(): boolean {
    return this.#parts.state.view.isFinal;
  }

  async step(): Promise<void> {
    const { state, file, publisher, continuation } = this.#parts;
    const move = state.view.moveTo(state.view.position + 1);
    state.mempool.follow(move);
    continuation?.ensureNext();
    this.#feed();
    file?.write(state.view.tip.hash);
    if (publisher !== undefined) await announceMove(publisher, state.known, move);
  }

  #feed(): void {
    const { feeder, publisher, state } = this.#parts;
    if (feeder === undefined) return;
    if (feeder !== 'when-asked') feeder.restart();
    // An entry is announced, so it cannot wait for a call.
    else if (publisher !== undefined) state.mempool.enterUpcoming();
    else state.mempool.fillWhenAsked();
  }
}
