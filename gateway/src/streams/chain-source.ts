import type { EventField } from '#/events/event-fields.ts';
import type { Tip } from '#/pin/tip.ts';
import type { ChainReader } from './chain-reader.ts';
import { BlockAhead, lastDeepEnough, nextStep } from './chain-step.ts';
import { blocksRemoved, findEvents } from './find-events.ts';
import type { ChainPosition } from './position.ts';
import { StreamEnd } from './stream-end.ts';
import type { FoundEvents, StreamFilter, StreamSource } from './stream-walk.ts';

export class ChainSource implements StreamSource<ChainPosition> {
  readonly #reader: ChainReader;
  readonly #field: EventField;

  constructor(reader: ChainReader, field: EventField) {
    this.#reader = reader;
    this.#field = field;
  }

  async begin(
    pins: readonly Tip[],
    pin: Tip,
    { depth }: StreamFilter,
    fromHeight: number | undefined,
  ): Promise<ChainPosition> {
    const height = fromHeight === undefined ? lastDeepEnough(pin, depth) : fromHeight - 1;
    if (height < 0) return { block: { height: -1, hash: '' }, place: null };
    if (height === pin.height) return behind(pin);
    const [block] = height > pin.height ? [] : await this.#reader.blocks(pins, pin, height);
    if (block === undefined) throw new StreamEnd('VALIDATION_ERROR', `There is no block ${height} yet.`);
    return { block, place: null };
  }

  async next(
    pins: readonly Tip[],
    pin: Tip,
    position: ChainPosition,
    { ids, depth }: StreamFilter,
  ): Promise<FoundEvents<ChainPosition> | undefined> {
    const last = lastDeepEnough(pin, depth);
    const step = await nextStep(this.#reader, pins, pin, position.block, last);
    switch (step.kind) {
      case 'wait':
        throw new BlockAhead(`block ${position.block.hash} is ahead of the pin`);
      case 'removed':
        return {
          events: [blocksRemoved(pin, step.ancestor, step.removed)],
          until: { block: step.ancestor, place: null },
        };
      case 'blocks': {
        if (step.next.length === 0 && position.place === null) return undefined;
        const found = await findEvents(this.#reader, pins, pin, this.#field, ids, position, step.next);
        return { ...found, isFollowed: found.until.block.height < last };
      }
    }
  }
}

/** Streams that begin at one pin share their position, and so their steps. */
const beginnings = new WeakMap<Tip, ChainPosition>();

function behind(pin: Tip): ChainPosition {
  const known = beginnings.get(pin) ?? { block: { height: pin.height, hash: pin.hash }, place: null };
  beginnings.set(pin, known);
  return known;
}
