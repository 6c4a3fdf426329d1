import { type JsonObject, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import type { EndpointOptions } from '#/verus-rpc/endpoint.ts';
import { VerusRpcError } from '#/verus-rpc/errors.ts';
import { VerusNode } from '#/verus-rpc/node.ts';
import type { EndpointStatus } from '#/verus-rpc/node-pool.ts';

/** A client waits for the outcome, and up to three calls go out for it. What takes longer is found out in the background. */
const CALL_TIMEOUT_MS = 5_000;

const NOT_FOUND = -5;

/** A node that a transaction can be handed to. Every call may throw the errors of verus-rpc, and none is repeated by itself. */
export interface SendingNode {
  name: string;
  /** Where the node has a transaction: in a block of its active chain, in its mempool, or nowhere. */
  locate(txid: string): Promise<'block' | 'pool' | null>;
  /** @throws VerusRpcError a refusal */
  send(hex: string): Promise<void>;
  tipHeight(): Promise<number>;
}

/** A node that can be asked for the bytes of transactions. */
export interface RawNode {
  name: string;
  /** Reads what the node has, unchecked; null for a transaction that it does not have. Errors as for sending. */
  readRaw(txids: readonly string[]): Promise<(Uint8Array | null)[]>;
}

/** In the order in which a client's request is handed to them. */
interface ClientNodes<Node> {
  /** The chosen node, then the others that answered the last survey well. @param states of the same nodes, in the same order */
  inOrder(states: readonly EndpointStatus[]): Node[];
  close(): Promise<void>;
}

export function connectSendingNodes(endpoints: readonly EndpointOptions[]): ClientNodes<SendingNode> {
  return connect(endpoints, sendingNode);
}

export function connectRawNodes(endpoints: readonly EndpointOptions[]): ClientNodes<RawNode> {
  return connect(endpoints, (node) => ({ name: node.name, readRaw: (txids) => node.readRawBytes(txids) }));
}

/** Connections of their own: no request of a client waits behind a batch of blocks, and none that sends behind bytes. */
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

/** A transaction of a block that a reorganisation removed has no confirmations: unless it went back to the mempool, the node has lost it. */
function readPlace({ blockhash, confirmations }: JsonObject): 'block' | 'pool' | null {
  if (blockhash === undefined) return 'pool';
  return confirmations instanceof LosslessNumber && Number(confirmations.value) > 0 ? 'block' : null;
}
