import type { SendingNode } from '#/following/client-nodes.ts';
import { askNode } from './ask-node.ts';
import type { SendOutcome, SignedTransaction } from './outcome.ts';

/** A transaction that a node refused, or may have taken, goes to no other node. @param nodes the followed node first */
export async function submit(nodes: readonly SendingNode[], transaction: SignedTransaction): Promise<SendOutcome> {
  for (const node of nodes) {
    const outcome = await askNode(node, transaction);
    if (outcome !== 'unreached') return outcome;
  }
  return { kind: 'away' };
}
