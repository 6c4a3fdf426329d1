import { hex } from '@ledgergraph/chain-kit/hex';
import type { Bus } from '@ledgergraph/event-bus/bus';
import { BlockMissedSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';

const HASH_BYTES = 32;

/**
 * Receives the blocks that streams stand on and the graph does not know. An event proves nothing: it is a question to the database and to
 * the node, and the callback keeps few of them.
 */
export function onMissed(bus: Bus, onMissed: (chainId: string, hash: string) => void): () => void {
  return bus.subscribe(SUBJECTS.blockMissed, BlockMissedSchema, ({ chainId, hash }) => {
    if (hash.length === HASH_BYTES) onMissed(chainId, hex(hash));
  });
}
