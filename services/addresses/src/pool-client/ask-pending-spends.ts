import { Code, ConnectError } from '@connectrpc/connect';
import { hex } from '@ledgergraph/chain-kit/hex';
import { neighbourAway, readTooSlow, validationError } from '@ledgergraph/graph-kit/errors';
import type { ListPendingSpendsResponse } from '@ledgergraph/proto-schemas/chain/v1/pool';
import { currentDeadline } from '@ledgergraph/service-kit/db/current-deadline';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { Outpoint } from '#/db/outputs.ts';
import type { PoolClient } from './connect-pool-client.ts';

/** Less than a gateway waits for a subgraph by default. */
const TIMEOUT_MS = 4_000;

export interface SpendsRequest {
  chainId: string;
  height: number;
  /** Newest change that counts; null: all do. */
  serial: bigint | null;
  addresses: readonly string[];
}

export interface PendingSpends {
  serial: bigint;
  outpoints: Outpoint[];
  mark: { chainId: string; readAt: string | null; tipHeight: number | null; tipHash: string | null };
}

/** @throws SUBGRAPH_UNAVAILABLE; SUBGRAPH_TIMEOUT; VALIDATION_ERROR naming `excludePending` where there are too many */
export async function askPendingSpends(
  pools: PoolClient | undefined,
  { chainId, height, serial, addresses }: SpendsRequest,
  logger: Logger,
): Promise<PendingSpends> {
  if (pools === undefined) throw neighbourAway('this installation does not know what is pending here');
  const leftMs = currentDeadline()?.leftMs() ?? Number.POSITIVE_INFINITY;
  let answer: ListPendingSpendsResponse;
  try {
    answer = await pools.listPendingSpends(
      { chainId, height, addresses: [...addresses], ...(serial !== null && { poolSerial: serial }) },
      { timeoutMs: Math.max(1, Math.min(TIMEOUT_MS, leftMs)) },
    );
  } catch (error) {
    throw explain(ConnectError.from(error), chainId, logger);
  }
  const { poolSerial, spends, readAt = null, tipHeight = null, tipHash = null } = answer;
  return {
    serial: poolSerial,
    outpoints: spends.map(({ txid, vout }) => ({ txid: hex(txid), vout })),
    mark: { chainId, readAt, tipHeight, tipHash },
  };
}

function explain({ code }: ConnectError, chainId: string, logger: Logger): Error {
  if (code === Code.ResourceExhausted) {
    return validationError(
      'excludePending',
      'more outputs are being spent than can be left out: ask without excludePending',
    );
  }
  logger.warn({ chainId, code }, 'blocks could not be asked for what is being spent');
  return code === Code.DeadlineExceeded ? readTooSlow() : neighbourAway('what is pending cannot be read for now');
}
