import { ConnectError } from '@connectrpc/connect';
import type { AskNodeResponse } from '@ledgergraph/proto-schemas/chain/v1/node';
import { currentRequest } from '@ledgergraph/service-kit/db/current-deadline';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { type NodeServiceClient, timeoutMs } from './connect-node-service.ts';

/** For the team of the current request. @param params JSON text of a list @returns undefined if the indexer did not answer */
export async function askNode(
  nodes: NodeServiceClient,
  { chainId, method, params }: { chainId: string; method: string; params: string },
  logger: Pick<Logger, 'warn'> | undefined,
): Promise<AskNodeResponse['outcome'] | undefined> {
  const team = currentRequest()?.team ?? '';
  try {
    const { outcome } = await nodes.askNode({ chainId, team, method, params }, { timeoutMs: timeoutMs() });
    return outcome;
  } catch (error) {
    logger?.warn({ chainId, code: ConnectError.from(error).code }, 'the indexer could not be asked to pass a call');
    return undefined;
  }
}
