import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { Bus } from '@ledgergraph/event-bus/bus';
import { ProgressSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { advanceProgress } from '#/db/subgraph-progress.ts';

/**
 * Saves the progress that subgraphs report on the bus after each commit, which is sooner than their next pull.
 * @param onChange called with the chain whose progress was saved
 * @returns a function that stops it
 */
export function hearProgress(
  db: SqlExecutor,
  bus: Bus,
  subgraphs: readonly string[],
  onChange: (chainId: string) => void,
): () => void {
  return bus.subscribe(SUBJECTS.progress, ProgressSchema, async (event) => {
    // A consumer that no query waits for, such as a benchmark, must not hold the tip back.
    if (!subgraphs.includes(event.consumer)) return;
    const { chainId, consumer, reporter, sequence } = event;
    const place = { height: event.height, hash: hex(event.hash) };
    await advanceProgress(db, { chainId, consumer, reporter, sequence, place });
    onChange(chainId);
  });
}
