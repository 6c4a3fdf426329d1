import type { Tip } from '#/pin/tip.ts';
import type { ChainReader } from './chain-reader.ts';
import { type Depth, lastDeepEnough, nextStep } from './chain-walk.ts';
import { blocksRemoved, type EventFilter, findEvents } from './find-events.ts';
import type { Position, PositionCodec } from './position.ts';
import type { FoundEvents, StreamWalk } from './stream-walk.ts';

/** The events of blocks that are deep enough, and reorganisations. */
export class BlockWalk implements StreamWalk<Position> {
  readonly #reader: ChainReader;
  readonly #filter: EventFilter;
  readonly #depth: Depth;
  readonly #codec: PositionCodec;
  /** The last look: streams that stand at the same place share it. */
  #last: { pin: Tip; position: Position; found: Promise<FoundEvents<Position> | undefined> } | undefined;

  constructor(reader: ChainReader, filter: EventFilter, depth: Depth, codec: PositionCodec) {
    this.#reader = reader;
    this.#filter = filter;
    this.#depth = depth;
    this.#codec = codec;
  }

  write(position: Position): string {
    return this.#codec.write(position);
  }

  find(pins: readonly Tip[], pin: Tip, position: Position): Promise<FoundEvents<Position> | undefined> {
    if (this.#last?.pin === pin && this.#last.position === position) return this.#last.found;
    const found = this.#look(pins, pin, position);
    this.#last = { pin, position, found };
    found.catch(() => {
      // A failed look is not kept.
      if (this.#last?.found === found) this.#last = undefined;
    });
    return found;
  }

  async #look(pins: readonly Tip[], pin: Tip, position: Position): Promise<FoundEvents<Position> | undefined> {
    const last = lastDeepEnough(pin, this.#depth);
    const step = await nextStep(this.#reader, pins, pin, position.block, last);
    switch (step.kind) {
      case 'wait':
        return undefined;
      case 'removed':
        return {
          events: [blocksRemoved(pin, step.ancestor, step.removed)],
          until: { block: step.ancestor, place: null },
        };
      case 'blocks': {
        if (step.next.length === 0 && position.place === null) return undefined;
        const { events, until } = await findEvents(this.#reader, pins, pin, this.#filter, position, step.next);
        return { events, until: { block: until, place: null }, isFollowed: until.height < last };
      }
    }
  }
}
