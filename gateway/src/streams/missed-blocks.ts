import type { Bus } from '@ledgergraph/event-bus/bus';
import { BlockMissedSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';

/** Between two bells for one block: a little less than a waiting stream's looks are apart. */
const EVERY_MS = 4_000;
/** Blocks that are rung for in that time. */
const RUNG_MAX = 20;

/**
 * Rings blocks for the blocks that streams stand on and that the graph does not know: its database may have lost their branch, as in a
 * failover, and can ask its node for it. Streams stand on blocks that signed cursors name, and on no others. A bell that is lost comes
 * again while a stream waits.
 */
export class MissedBlocks {
  readonly #bus: Pick<Bus, 'publish'>;
  /** When each was rung for, the earliest first. */
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
