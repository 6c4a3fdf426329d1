import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { ReadBlock } from '#/indexing/read-blocks.ts';
import type { ChainPower } from '#/verus-rpc/chain-power.ts';
import type { EndpointStatus } from '#/verus-rpc/node-pool.ts';
import type { RawNode, SendingNode } from './client-nodes.ts';
import type { PoolTransaction } from './normalize-pool-transaction.ts';

/** A node of the followed chain, as the follower uses it. Every call may throw the errors of verus-rpc. */
export interface ChainNode {
  tip: BlockPlace & { power: ChainPower };
  /** Asks for a sign of life, besides the calls that the node works on. */
  isAnswering(): Promise<boolean>;
  findHash(height: number): Promise<string | null>;
  /** Blocks of the node's active chain, both ends included; a reorganisation meanwhile may leave them disconnected. */
  readBlocks(fromHeight: number, toHeight: number): Promise<ReadBlock[]>;
  /** A block that the node has left for another chain; null for one of its active chain, and for one that it does not have. */
  readAbandoned(hash: string): Promise<ReadBlock | null>;
  hasAbandoned(hash: string): Promise<boolean>;
  /** Hash of the last block confirmed on the chain's notary chain; null if it has confirmed no block. */
  findNotarizedHash(): Promise<string | null>;
  /** getcurrency of the native currency; null where the chain is too young to have currencies. */
  findNativeDefinition(): Promise<JsonObject | null>;
  /** Returns a cheap mark of the mempool. Two different marks prove a change; equal marks do not exclude one. */
  readPoolMark(): Promise<string>;
  /**
   * Txids of the mempool, and the node's best block right after they were read; null, without asking for them, while its best block is
   * another than `ownTip`.
   */
  readPool(ownTip: string): Promise<{ txids: string[]; tipHash: string } | null>;
  readPoolTransactions(txids: readonly string[]): Promise<(PoolTransaction | null)[]>;
}

export interface ChainNodes {
  /** Asks all nodes and returns the one with the heaviest chain. @throws NoEndpointError */
  choose(): Promise<ChainNode>;
  /** Faults of the nodes that did not answer well, in words for an operator. */
  listFaults(): string[];
  state(): { endpoints: EndpointStatus[]; switches: number };
  /** Reports that the node chosen last has failed: others come first for a while. */
  avoidChosen(): void;
  /** The nodes that a transaction can be handed to, the followed one first. Empty while no node of the chain has answered. */
  senders(): SendingNode[];
  /** The nodes that can be asked for the bytes of transactions, in the same order. */
  rawNodes(): RawNode[];
  close(): Promise<void>;
}
