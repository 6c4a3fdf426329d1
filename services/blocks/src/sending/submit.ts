import type { SendingNode } from '#/following/client-nodes.ts';
import { askNode } from './ask-node.ts';
import type { SendOutcome, SignedTransaction } from './outcome.ts';

/**
 * Hands a transaction to the first node. Another one is asked only if that one cannot be reached at all: what one node has refused, or may
 * have taken, is not handed to another.
 * @param nodes the followed node first
 */
export async function submit(nodes: readonly SendingNode[], transaction: SignedTransaction): Promise<SendOutcome> {
  for (const node of nodes) {
    const outcome = await askNode(node, transaction);
    if (outcome !== 'unreached') return outcome;
  }
  return { kind: 'away' };
}
