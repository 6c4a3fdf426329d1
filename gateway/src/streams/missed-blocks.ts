import type { Bus } from '@ledgergraph/event-bus/bus';
import { BlockMissedSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';

/** A little less than the time between looks of a waiting stream. */
const EVERY_MS = 4_000;
/** In that time. */
const RUNG_MAX = 20;

/**
 * Rings blocks for hashes that streams stand on and the graph does not know: its database may have lost their branch in a failover, and
 * can ask its node. Only signed cursors name such hashes. A lost bell comes again while a stream waits.
 */
export class MissedBlocks {
  readonly #bus: Pick<Bus, 'publish'>;
  readonly #rungAt = new Map<string, number>();

  constructor(bus: Pick<Bus, 'publish'>) {
    this.#bus = bus;
  }

  /** @param hash 64 hex digits */
  note(chainId: string, hash: string): void {
    const now = performance.now();
    for (const [name, at] of this.#rungAt) if (at <= now - EVERY_MS) this.#rungAt.delete(name);
    const name = `${chainId} ${hash}`;
    if (this.#rungAt.has(name) || this.#rungAt.size === RUNG_MAX) return;
    this.#rungAt.set(name, now);
    this.#bus.publish(SUBJECTS.blockMissed, BlockMissedSchema, { chainId, hash: Buffer.from(hash, 'hex') });
  }
}
