import type { Method } from '../../method.ts';
import { getBlock, getBlockHeader } from './get-block.ts';
import { getBestBlockHash, getBlockCount } from './get-block-count.ts';
import { getBlockHash } from './get-block-hash.ts';
import { getBlockHashes } from './get-block-hashes.ts';
import { getChainTips } from './get-chain-tips.ts';
import { getRawTransaction } from './get-raw-transaction.ts';
import { getSpentInfo } from './get-spent-info.ts';
import { getTxOut } from './get-tx-out.ts';

export const BLOCKS: readonly Method[] = [
  getBlockCount,
  getBestBlockHash,
  getBlockHash,
  getBlockHashes,
  getBlock,
  getBlockHeader,
  getRawTransaction,
  getTxOut,
  getSpentInfo,
  getChainTips,
];
