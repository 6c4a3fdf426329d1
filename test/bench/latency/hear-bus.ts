import { hex } from '@ledgergraph/chain-kit/hex';
import type { Bus } from '@ledgergraph/event-bus/bus';
import { NewBlockSchema, ProgressSchema, TipMovedSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';

export interface Heard {
  bell?: number;
  progress: Map<string, number>;
  tip?: number;
}

export class BusEar {
  readonly #heard = new Map<string, Heard>();

  /** @param buses by the service that hears each kind of event */
  constructor({ addresses, blocks, gateway }: Record<'addresses' | 'blocks' | 'gateway', Bus>) {
    addresses.subscribe(SUBJECTS.newBlock, NewBlockSchema, ({ hash }) => {
      this.of(hex(hash)).bell ??= Date.now();
    });
    blocks.subscribe(SUBJECTS.progress, ProgressSchema, ({ hash, consumer }) => {
      const { progress } = this.of(hex(hash));
      if (!progress.has(consumer)) progress.set(consumer, Date.now());
    });
    gateway.subscribe(SUBJECTS.tipMoved, TipMovedSchema, ({ tip }) => {
      if (tip !== undefined) this.of(hex(tip.hash)).tip ??= Date.now();
    });
  }

  of(hash: string): Heard {
    const known = this.#heard.get(hash);
    if (known !== undefined) return known;
    const heard: Heard = { progress: new Map() };
    this.#heard.set(hash, heard);
    return heard;
  }
}
