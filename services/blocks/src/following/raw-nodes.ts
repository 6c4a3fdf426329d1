import type { EndpointOptions } from '#/verus-rpc/endpoint.ts';
import { VerusNode } from '#/verus-rpc/node.ts';
import type { EndpointStatus } from '#/verus-rpc/node-pool.ts';
import { usableFirst } from './sending-nodes.ts';

/** A client waits for the answer. */
const CALL_TIMEOUT_MS = 5_000;

export interface RawNode {
  name: string;
  /**
   * Reads what the node has, unchecked; null for a transaction that it does not have.
   * @throws the errors of verus-rpc; no call is repeated by itself
   */
  readRaw(txids: readonly string[]): Promise<(Uint8Array | null)[]>;
}

/** Connections of their own: neither blocks nor transactions that are sent wait behind bytes. */
export function connectRawNodes(endpoints: readonly EndpointOptions[]) {
  const clients = endpoints.map(
    (endpoint) => new VerusNode({ timeoutMs: CALL_TIMEOUT_MS, ...endpoint, retries: 0, connections: 2 }),
  );
  const nodes = clients.map(
    (client): RawNode => ({
      name: client.name,
      readRaw: (txids) => client.readRawBytes(txids),
    }),
  );
  return {
    inOrder: (states: readonly EndpointStatus[]): RawNode[] => usableFirst(nodes, states),
    close: async (): Promise<void> => {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}
