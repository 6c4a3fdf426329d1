import { ConnectError } from '@connectrpc/connect';
import { RawTransactionFault } from '@ledgergraph/proto-schemas/chain/v1/node';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { RawOutcome } from '#/raw/raw-outcome.ts';
import { type NodeServiceClient, timeoutMs } from './connect-node-service.ts';

const TXIDS_MAX = 100;

const OUTCOMES = new Map<RawTransactionFault, RawOutcome>([
  [RawTransactionFault.ABSENT, { kind: 'absent' }],
  [RawTransactionFault.MISMATCH, { kind: 'mismatch' }],
  [RawTransactionFault.BUSY, { kind: 'busy' }],
]);

export async function askIndexer(
  nodes: NodeServiceClient,
  { chainId, txids }: { chainId: string; txids: readonly string[] },
  logger: Pick<Logger, 'warn'> | undefined,
): Promise<RawOutcome[]> {
  const outcomes: RawOutcome[] = [];
  for (let start = 0; start < txids.length; start += TXIDS_MAX) {
    outcomes.push(...(await call(nodes, chainId, txids.slice(start, start + TXIDS_MAX), logger)));
  }
  return outcomes;
}

async function call(
  nodes: NodeServiceClient,
  chainId: string,
  txids: readonly string[],
  logger: Pick<Logger, 'warn'> | undefined,
): Promise<RawOutcome[]> {
  const request = { chainId, txids: txids.map((txid) => Buffer.from(txid, 'hex')) };
  try {
    const { transactions } = await nodes.fetchRawTransactions(request, { timeoutMs: timeoutMs() });
    return txids.map((_, index) => {
      const { raw, fault } = transactions[index] ?? { raw: new Uint8Array(), fault: RawTransactionFault.AWAY };
      return raw.length > 0 ? { kind: 'raw', raw } : (OUTCOMES.get(fault) ?? { kind: 'away' });
    });
  } catch (error) {
    logger?.warn({ chainId, code: ConnectError.from(error).code }, 'the indexer could not be asked for transactions');
    return txids.map(() => ({ kind: 'away' }));
  }
}
