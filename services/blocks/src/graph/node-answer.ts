import { nodeUnavailable } from '@ledgergraph/graph-kit/errors';
import { askNode } from '#/indexer-client/ask-node.ts';
import { PASSED_METHODS } from '#/verus-rpc/rpc-methods.ts';
import type { BlocksContext } from './loaders.ts';

export interface NodeAnswerRecord {
  text: string | null;
  error: { code: number; message: string } | null;
}

interface Arguments {
  chainId?: string | null;
  method: string;
  params: string;
}

const NAMES: ReadonlySet<string> = new Set(PASSED_METHODS);
const NOT_PASSED = { code: -32601, message: 'this method is not passed to the node' };

/** The indexer knows which of them this installation passes. @throws NOT_FOUND unknown chain; NODE_UNAVAILABLE */
export async function getNodeAnswer(
  _: unknown,
  { chainId, method, params }: Arguments,
  context: BlocksContext,
): Promise<NodeAnswerRecord> {
  const network = await context.network(chainId);
  if (!NAMES.has(method)) return { text: null, error: NOT_PASSED };
  const { nodes } = context.loaders;
  if (nodes === undefined) throw nodeUnavailable('this installation does not ask nodes', { canRetry: false });
  const outcome = await askNode(nodes, { chainId: network.chainId, method, params }, context.logger);
  switch (outcome?.case) {
    case 'result':
      return { text: outcome.value, error: null };
    case 'error':
      return { text: null, error: outcome.value };
    case 'busy':
      throw nodeUnavailable('too many calls are being passed to the node', { canRetry: true });
    default:
      throw nodeUnavailable('no node of the chain answered in time', { canRetry: true });
  }
}
