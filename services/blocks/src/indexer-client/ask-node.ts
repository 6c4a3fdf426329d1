import { ConnectError } from '@connectrpc/connect';
import { currentRequest } from '@ledgergraph/service-kit/db/current-deadline';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { type NodeServiceClient, timeoutMs } from './connect-node-service.ts';

export type NodeOutcome =
  /** JSON text, with the number text of the daemon. */
  | { kind: 'answered'; text: string }
  | { kind: 'error'; code: number; message: string }
  | { kind: 'away' }
  | { kind: 'busy' };

/** For the team of the current request. @param params JSON text of a list */
export async function askNode(
  nodes: NodeServiceClient,
  { chainId, method, params }: { chainId: string; method: string; params: string },
  logger: Pick<Logger, 'warn'> | undefined,
): Promise<NodeOutcome> {
  const team = currentRequest()?.team ?? '';
  try {
    const { outcome } = await nodes.askNode({ chainId, team, method, params }, { timeoutMs: timeoutMs() });
    switch (outcome.case) {
      case 'result':
        return { kind: 'answered', text: outcome.value };
      case 'error':
        return { kind: 'error', code: outcome.value.code, message: outcome.value.message };
      case 'busy':
        return { kind: 'busy' };
      default:
        return { kind: 'away' };
    }
  } catch (error) {
    logger?.warn({ chainId, code: ConnectError.from(error).code }, 'the indexer could not be asked to pass a call');
    return { kind: 'away' };
  }
}
