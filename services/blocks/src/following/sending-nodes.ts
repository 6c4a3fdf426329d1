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

/** Connections of their own: a transaction does not wait behind a batch of blocks. */
export function connectSendingNodes(endpoints: readonly EndpointOptions[]) {
  const clients = endpoints.map(
    (endpoint) => new VerusNode({ timeoutMs: CALL_TIMEOUT_MS, ...endpoint, retries: 0, connections: 2 }),
  );
  const nodes = clients.map(sendingNode);
  return {
    inOrder: (states: readonly EndpointStatus[]): SendingNode[] => usableFirst(nodes, states),
    close: async (): Promise<void> => {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** The chosen node, then the others that answered the last survey well. @param states of the same nodes, in the same order */
export function usableFirst<Node>(nodes: readonly Node[], states: readonly EndpointStatus[]): Node[] {
  return [
    ...nodes.filter((_, index) => states[index]?.chosen === true),
    ...nodes.filter((_, index) => states[index]?.chosen === false && states[index].info !== null),
  ];
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
