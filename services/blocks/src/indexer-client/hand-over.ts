import { Code, ConnectError } from '@connectrpc/connect';
import type { SendTransactionResponse } from '@ledgergraph/proto-schemas/chain/v1/node';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { type NodeServiceClient, timeoutMs } from './connect-node-service.ts';

/** The connection was never established: the indexer knows nothing of the call. */
const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
]);

export type HandOver = SendTransactionResponse['outcome'];

export async function handOver(
  nodes: NodeServiceClient,
  request: { chainId: string; transaction: Uint8Array; txid: string; allowHighFees?: boolean },
  logger: Logger,
): Promise<HandOver> {
  const { chainId, txid } = request;
  try {
    const response = await nodes.sendTransaction(
      { ...request, txid: Buffer.from(txid, 'hex') },
      { timeoutMs: timeoutMs() },
    );
    return response.outcome;
  } catch (error) {
    const isAway = wasNeverAsked(error);
    logger.warn(
      { chainId, txid, code: ConnectError.from(error).code },
      'a transaction could not be handed to the indexer',
    );
    return { case: isAway ? 'away' : 'unknown', value: {} } as HandOver;
  }
}

function wasNeverAsked(error: unknown): boolean {
  const { code, cause } = ConnectError.from(error);
  if ([Code.NotFound, Code.Unimplemented, Code.Unauthenticated, Code.InvalidArgument].includes(code)) return true;
  for (let reason: unknown = cause; typeof reason === 'object' && reason !== null; reason = causeOf(reason)) {
    if ('code' in reason && NOT_CONNECTED.has(reason.code)) return true;
  }
  return false;
}

function causeOf(error: object): unknown {
  return 'cause' in error ? error.cause : undefined;
}
