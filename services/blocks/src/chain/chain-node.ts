import type { BlockPlace } from '@ledgergraph/chain-kit/chain/cursor';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { FollowedBlock } from '#/indexing/followed-block.ts';
import type { ChainPower } from '#/verus-rpc/chain-power.ts';
import type { EndpointStatus } from '#/verus-rpc/node-pool.ts';

/** A node of the followed chain, as following needs it; all calls may throw what verus-rpc throws. */
export interface ChainNode {
  /** Its best block when it was chosen. */
  tip: BlockPlace & { power: ChainPower };
  /** Hash of the node's active chain at a height; null above its tip. */
  findHash(height: number): Promise<string | null>;
  /** Blocks of the node's active chain, both ends included; a reorganisation meanwhile may leave them disconnected. */
  readBlocks(fromHeight: number, toHeight: number): Promise<FollowedBlock[]>;
  /** True if the node has this block and has left it for another chain. */
  hasAbandoned(hash: string): Promise<boolean>;
  /** Hash of the last block confirmed on the chain's notary chain; null where there is none. */
  findNotarizedHash(): Promise<string | null>;
  /** getcurrency of the native currency; null where the chain is too young to have currencies. */
  findNativeDefinition(): Promise<JsonObject | null>;
}

/** The nodes of one chain. */
export interface ChainNodes {
  /** Asks all of them, and gives the one with the heaviest chain. @throws NoEndpointError */
  choose(): Promise<ChainNode>;
  /** What was wrong with those that did not answer well, in words for an operator. */
  listFaults(): string[];
  /** How each of them stands, for operators, and how often another one was chosen. */
  state(): { endpoints: EndpointStatus[]; switches: number };
  /** The node chosen last has failed: others come first for a while. */
  avoidChosen(): void;
  close(): Promise<void>;
}
