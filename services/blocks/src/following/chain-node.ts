import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { ReadBlock } from '#/indexing/read-blocks.ts';
import type { ChainPower } from '#/verus-rpc/chain-power.ts';
import type { EndpointStatus } from '#/verus-rpc/node-pool.ts';
import type { AskingNode, RawNode, SendingNode } from './client-nodes.ts';
import type { PoolTransaction } from './normalize-pool-transaction.ts';

/** Every call may throw the errors of verus-rpc. */
export interface ChainNode {
  tip: BlockPlace & { power: ChainPower };
  /** Independent of the calls that the node works on. */
  isAnswering(): Promise<boolean>;
  findHash(height: number): Promise<string | null>;
  /** Blocks of the active chain, both ends included; a reorganisation meanwhile may leave them disconnected. */
  readBlocks(fromHeight: number, toHeight: number): Promise<ReadBlock[]>;
  /** Null for a block of the active chain, and for an unknown one. */
  readAbandoned(hash: string): Promise<ReadBlock | null>;
  hasAbandoned(hash: string): Promise<boolean>;
  findNotarizedHash(): Promise<string | null>;
  /** Null where the chain is too young to have currencies. */
  findNativeDefinition(): Promise<JsonObject | null>;
  /** Different marks prove a change of the mempool; equal marks do not exclude one. */
  readPoolMark(): Promise<string>;
  /** With the node's best block right after the read; null, without a read, while its best block is not `ownTip`. */
  readPool(ownTip: string): Promise<{ txids: string[]; tipHash: string } | null>;
  readPoolTransactions(txids: readonly string[]): Promise<(PoolTransaction | null)[]>;
}

export interface ChainNodes {
  /** The node with the heaviest chain. @throws NoEndpointError */
  choose(): Promise<ChainNode>;
  listFaults(): string[];
  state(): { endpoints: EndpointStatus[]; switches: number };
  avoidChosen(): void;
  /** The followed node first. Empty while no node of the chain has answered. */
  senders(): SendingNode[];
  rawNodes(): RawNode[];
  askers(): AskingNode[];
  textNodes(): AskingNode[];
  /** Tip of the followed node at the last survey; null while no node has answered. */
  tip(): BlockPlace | null;
  close(): Promise<void>;
}
