import type { ConnectError } from '@connectrpc/connect';
import type { Outpoint } from '#/db/outputs.ts';
import type { PoolClient } from '#/pool-client/connect-pool-client.ts';

type Request = Parameters<PoolClient['listPendingSpends']>[0];

/** The mempool changes when a test changes it, and is known at each of its changes. */
export class StubPool {
  requests: Request[] = [];
  fault: ConnectError | undefined;
  readonly mark: { readAt: string; tipHeight: number; tipHash: string };
  #moments: Outpoint[][] = [[]];
  readonly #onRequest: () => void;

  constructor(tipHeight: number, onRequest: () => void = () => {}) {
    this.mark = { readAt: '2026-11-24T08:00:00.000Z', tipHeight, tipHash: 'ab'.repeat(32) };
    this.#onRequest = onRequest;
  }

  get newest(): bigint {
    return BigInt(this.#moments.length - 1);
  }

  /** Also spends a foreign output, which no list has. */
  change(spends: readonly Outpoint[]): void {
    this.#moments.push([...spends.map(({ txid, vout }) => ({ txid, vout })), { txid: 'ff'.repeat(32), vout: 0 }]);
  }

  reset(): void {
    this.requests = [];
    this.fault = undefined;
    this.#moments = [[]];
  }

  readonly client = {
    listPendingSpends: async (request: Request) => {
      this.requests.push(request);
      this.#onRequest();
      if (this.fault !== undefined) throw this.fault;
      const poolSerial = request.poolSerial ?? this.newest;
      const spends = this.#moments[Number(poolSerial)] ?? [];
      return {
        poolSerial,
        spends: spends.map(({ txid, vout }) => ({ txid: Buffer.from(txid, 'hex'), vout })),
        ...this.mark,
      };
    },
  } as unknown as PoolClient;
}
