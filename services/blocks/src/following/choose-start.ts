import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { getBlockPower } from '#/db/block-rows.ts';
import { listMainBlocksAt } from '#/db/main-chain.ts';
import { findCommonAncestor } from '#/fork/find-common-ancestor.ts';
import { outweighs } from '#/verus-rpc/chain-power.ts';
import type { ChainNode } from './chain-node.ts';

/** A block that the operator knows to be of the chain. Its hash is 64 hexadecimal digits. */
export interface Checkpoint {
  height: number;
  hash: string;
}

export type Start =
  | { kind: 'extend' }
  /** It has another branch above `keep`; null: it shares no block with us. */
  | { kind: 'reorganise'; keep: BlockPlace | null }
  | { kind: 'lagging' }
  /** Its branch weighs less, and it does not know ours: it will switch, or its branch will grow. */
  | { kind: 'outweighed'; keep: BlockPlace | null };

/**
 * A lower tip proves neither a reorganisation nor a lag: a shorter branch may weigh more. We leave our chain only for a heavier one, for
 * a checkpoint that we lack, or because the node left our tip; never for a chain that lacks a checkpoint of ours.
 */
export async function chooseStart(
  db: SqlExecutor,
  chainId: string,
  node: ChainNode,
  cursor: BlockPlace,
  checkpoint?: Checkpoint,
): Promise<Start> {
  const { tip } = node;
  const ours = async (height: number): Promise<string | null> => {
    const found = await listMainBlocksAt(db, chainId, [height]);
    return found[0]?.hash ?? null;
  };
  const theirs = (height: number): Promise<string | null> => node.findHash(height);
  if (tip.height <= cursor.height && (await ours(tip.height)) === tip.hash) return { kind: 'lagging' };
  if (tip.height > cursor.height && (await theirs(cursor.height)) === cursor.hash) return { kind: 'extend' };

  const keep = await findCommonAncestor(ours, theirs, Math.min(cursor.height, tip.height));
  const isTheirs = checkpoint !== undefined && (await theirs(checkpoint.height)) === checkpoint.hash;
  const isOurs = checkpoint !== undefined && (await ours(checkpoint.height)) === checkpoint.hash;
  if (isTheirs !== isOurs) return { kind: isTheirs ? 'reorganise' : 'outweighed', keep };
  const power = await getBlockPower(db, chainId, cursor.hash);
  const left = outweighs(tip.power, power) || (await node.hasAbandoned(cursor.hash));
  return { kind: left ? 'reorganise' : 'outweighed', keep };
}
