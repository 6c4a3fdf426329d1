import type { TipMove } from './chain-view.ts';
import type { KnownTransaction } from './known-transaction.ts';
import type { KnownTransactions } from './known-transactions.ts';
import type { ChainBlock } from './recorded-chain.ts';
import type { TipPublisher } from './tip-publisher.ts';

/**
 * A reorganisation is announced as transactions of removed blocks from the old tip downwards, those of new ones, and only the new tip's
 * hash.
 */
export async function announceMove(
  publisher: TipPublisher,
  known: KnownTransactions,
  { removed, added }: TipMove,
): Promise<void> {
  const announceBlock = async (block: ChainBlock): Promise<void> => {
    for (const transaction of known.listBlock(block)) await announceTransaction(publisher, transaction);
  };
  for (const block of removed) await announceBlock(block);
  for (const [index, block] of added.entries()) {
    await announceBlock(block);
    if (removed.length === 0 || index === added.length - 1) await publisher.announce(block.hash);
  }
}

/** The daemon does not distinguish between entering the pool, being mined and removal of the block. */
export async function announceTransaction(publisher: TipPublisher, transaction: KnownTransaction): Promise<void> {
  await publisher.publish('hashtx', () => Buffer.from(transaction.txid, 'hex'));
  await publisher.publish('rawtx', () => transaction.raw);
}
