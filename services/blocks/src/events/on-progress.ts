import type { Bus } from '@ledgergraph/event-bus/bus';
import { HINTS, Pace } from '@ledgergraph/event-bus/pace';
import { ProgressSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';

/**
 * Receives the bells of subgraphs that have reported progress in a pull. Only the database holds how far a subgraph is, whatever a message
 * contains. Many bells cause few calls of `onBell`, which looks there.
 */
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
