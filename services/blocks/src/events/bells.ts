import { hex } from '@ledgergraph/chain-kit/hex';
import type { Bus } from '@ledgergraph/event-bus/bus';
import { HINTS, Pace } from '@ledgergraph/event-bus/pace';
import { BlockMissedSchema, ProgressSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';

const HASH_BYTES = 32;

/** An event proves nothing: it is a question to the database and the node, and the callback keeps few of them. */
export function onMissed(bus: Bus, onMissed: (chainId: string, hash: string) => void): () => void {
  return bus.subscribe(SUBJECTS.blockMissed, BlockMissedSchema, ({ chainId, hash }) => {
    if (hash.length === HASH_BYTES) onMissed(chainId, hex(hash));
  });
}

/** Only the database holds a subgraph's progress, whatever a message contains. Many bells cause few calls of `onBell`. */
export function onProgress(bus: Bus, subgraphs: readonly string[], onBell: () => void): () => void {
  const hints = new Pace(onBell, HINTS);
  const unsubscribe = bus.subscribe(SUBJECTS.progress, ProgressSchema, ({ consumer }) => {
    // No query waits for another consumer, such as a benchmark.
    if (subgraphs.includes(consumer)) hints.ring();
  });
  return () => {
    unsubscribe();
    hints.stop();
  };
}
