import { type JsonObject, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import type { EndpointOptions } from '#/verus-rpc/endpoint.ts';
import { VerusRpcError } from '#/verus-rpc/errors.ts';
import { VerusNode } from '#/verus-rpc/node.ts';
import type { EndpointStatus } from '#/verus-rpc/node-pool.ts';

/** A client waits for up to three calls; longer ones are settled in the background. */
const CALL_TIMEOUT_MS = 5_000;

const NOT_FOUND = -5;

/** Calls may throw the errors of verus-rpc, and none is repeated by itself. */
export interface SendingNode {
  name: string;
  /** In a block of its active chain, in its mempool, or nowhere (null). */
  locate(txid: string): Promise<'block' | 'pool' | null>;
  send(hex: string): Promise<void>;
  tipHeight(): Promise<number>;
}

export interface RawNode {
  name: string;
  /** Unchecked; null for an unknown transaction. Errors as for sending. */
  readRaw(txids: readonly string[]): Promise<(Uint8Array | null)[]>;
}

interface ClientNodes<Node> {
  inOrder(states: readonly EndpointStatus[]): Node[];
  close(): Promise<void>;
}

export function connectSendingNodes(endpoints: readonly EndpointOptions[]): ClientNodes<SendingNode> {
  return connect(endpoints, sendingNode);
}

export function connectRawNodes(endpoints: readonly EndpointOptions[]): ClientNodes<RawNode> {
  return connect(endpoints, (node) => ({ name: node.name, readRaw: (txids) => node.readRawBytes(txids) }));
}

/** Own connections: clients do not wait behind batches of blocks, nor sending behind bytes. */
function connect<Node>(endpoints: readonly EndpointOptions[], toNode: (node: VerusNode) => Node): ClientNodes<Node> {
  const clients = endpoints.map(
    (endpoint) => new VerusNode({ timeoutMs: CALL_TIMEOUT_MS, ...endpoint, retries: 0, connections: 2 }),
  );
  const nodes = clients.map(toNode);
  return {
    inOrder: (states) => [
      ...nodes.filter((_, index) => states[index]?.chosen === true),
      ...nodes.filter((_, index) => states[index]?.chosen === false && states[index].info !== null),
    ],
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

function sendingNode(node: VerusNode): SendingNode {
  return {
    name: node.name,
    locate: async (txid) => {
      try {
        return readPlace(await node.getRawTransaction(txid));
      } catch (error) {
        if (error instanceof VerusRpcError && error.code === NOT_FOUND) return null;
        throw error;
      }
    },
    send: async (hex) => {
      await node.sendRawTransaction(hex);
    },
    tipHeight: () => node.getBlockCount(),
  };
}

/** Without confirmations its block was removed: unless it went back to the mempool, the node has lost it. */
function readPlace({ blockhash, confirmations }: JsonObject): 'block' | 'pool' | null {
  if (blockhash === undefined) return 'pool';
  return confirmations instanceof LosslessNumber && Number(confirmations.value) > 0 ? 'block' : null;
}
