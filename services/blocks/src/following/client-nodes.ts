import { type JsonObject, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import { type AnswerLimits, type EndpointOptions, VerusEndpoint } from '#/verus-rpc/endpoint.ts';
import { VerusRpcError } from '#/verus-rpc/errors.ts';
import { VerusNode } from '#/verus-rpc/node.ts';
import type { EndpointStatus } from '#/verus-rpc/node-pool.ts';
import type { TextMethod } from '#/verus-rpc/rpc-methods.ts';

/** A client waits for up to three calls; longer ones are settled in the background. */
const CALL_TIMEOUT_MS = 5_000;

const NOT_FOUND = -5;

/** Calls may throw the errors of verus-rpc, and none is repeated by itself. */
export interface SendingNode {
  name: string;
  /** In a block of its active chain, in its mempool, or nowhere (null). */
  locate(txid: string): Promise<'block' | 'pool' | null>;
  send(hex: string, allowHighFees: boolean | undefined): Promise<void>;
  tipHeight(): Promise<number>;
}

export interface RawNode {
  name: string;
  /** Unchecked; null for an unknown transaction. Errors as for sending. */
  readRaw(txids: readonly string[]): Promise<(Uint8Array | null)[]>;
}

export interface AskingNode {
  name: string;
  /** The result as the node printed it. Errors as for sending. @param params JSON text of a list */
  ask(method: TextMethod, params: string, limits: AnswerLimits): Promise<string>;
}

interface ClientNodes<Node> {
  inOrder(states: readonly EndpointStatus[]): Node[];
  close(): Promise<void>;
}

export function connectSendingNodes(endpoints: readonly EndpointOptions[]): ClientNodes<SendingNode> {
  return connect(endpoints, (options) => new VerusNode(options), sendingNode);
}

export function connectRawNodes(endpoints: readonly EndpointOptions[]): ClientNodes<RawNode> {
  return connect(
    endpoints,
    (options) => new VerusNode(options),
    (node) => ({ name: node.name, readRaw: (txids) => node.readRawBytes(txids) }),
  );
}

/** For calls whose answers are kept, or go to clients, as the node printed them. */
export function connectAskingNodes(endpoints: readonly EndpointOptions[]): ClientNodes<AskingNode> {
  return connect(
    endpoints,
    (options) => new VerusEndpoint(options),
    (node) => ({ name: node.name, ask: (method, params, limits) => node.askText(method, params, limits) }),
  );
}

/** Own connections: clients do not wait behind batches of blocks, nor sending behind bytes. */
function connect<Client extends { close(): Promise<void> }, Node>(
  endpoints: readonly EndpointOptions[],
  open: (options: EndpointOptions) => Client,
  toNode: (client: Client) => Node,
): ClientNodes<Node> {
  const clients = endpoints.map((endpoint) =>
    open({ timeoutMs: CALL_TIMEOUT_MS, ...endpoint, retries: 0, connections: 2 }),
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
    send: async (hex, allowHighFees) => {
      await node.sendRawTransaction(hex, allowHighFees);
    },
    tipHeight: () => node.getBlockCount(),
  };
}

/** Without confirmations its block was removed: unless it went back to the mempool, the node has lost it. */
function readPlace({ blockhash, confirmations }: JsonObject): 'block' | 'pool' | null {
  if (blockhash === undefined) return 'pool';
  return confirmations instanceof LosslessNumber && Number(confirmations.value) > 0 ? 'block' : null;
}
