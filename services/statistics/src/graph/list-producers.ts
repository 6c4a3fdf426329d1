import type { AsOf } from '@ledgergraph/chain-kit/graph/chain-view';
import { type RangeArguments, readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import { validationError } from '@ledgergraph/graph-kit/errors';
import type { Network } from '@ledgergraph/graph-kit/network';
import { isJsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import { listProducers as readProducers } from '#/db/producers.ts';
import { quotient } from '#/rules/number-text.ts';
import type { Context } from './loaders.ts';

export interface ProducersArguments extends RangeArguments {
  chainId?: string | null;
  validation?: 'WORK' | 'STAKE' | null;
  asOf?: AsOf | null;
  limit?: number | null;
  cursor?: string | null;
}

/** A page reads each block of its window. */
const WINDOW_BLOCKS_MAX = 50_000;

/** Name in place of an address in preallocations of a native currency (docs/verus/currencies.md#definition). */
const BLOCK_ONE_MINER = 'blockoneminer';

/** @throws VALIDATION_ERROR naming `fromHeight` or `fromTime` */
export async function listProducers(args: ProducersArguments, context: Context) {
  const wanted = readWantedRange(args);
  const walk = await context.walk('producers', { ...args }, { chainId: args.chainId, asOf: args.asOf, range: wanted });
  const { view, limit, after, range } = walk;
  const { chainId, at, network } = view;
  const isBounded = wanted.from !== null || wanted.afterSecond !== null;
  const from = isBounded ? range.from : Math.max(range.from, range.to - WINDOW_BLOCKS_MAX + 1);
  if (range.to - from >= WINDOW_BLOCKS_MAX) {
    const argument = wanted.from === null ? 'fromTime' : 'fromHeight';
    throw validationError(argument, `a window has at most ${WINDOW_BLOCKS_MAX} blocks, not ${range.to - from + 1}`);
  }
  const isStaked = args.validation == null ? null : args.validation === 'STAKE';
  const place = after === null ? null : { reward: BigInt(after[0] as string), address: String(after[1]) };
  const window = { chainId, from, to: range.to, isStaked, blockOnePremine: readPremine(network) };
  const rows = await readProducers(await context.reads(chainId), window, place, limit + 1);
  const page = walk.page(rows, ({ reward, address }) => [reward.toString(), address]);
  const producers = page.rows.map(({ address, minedBlocks, stakedBlocks, reward }) => ({
    address: { chainId, address, at },
    minedBlocks,
    stakedBlocks,
    reward,
    share: quotient(BigInt(minedBlocks + stakedBlocks), BigInt(range.to - from + 1)),
  }));
  return { producers, hasMore: page.hasMore, nextCursor: page.nextCursor };
}

function readPremine({ nativeDefinition }: Pick<Network, 'nativeDefinition'>): bigint {
  const { preallocations } = isJsonObject(nativeDefinition) ? readDefinition(nativeDefinition) : { preallocations: [] };
  return preallocations.find(({ address }) => address === BLOCK_ONE_MINER)?.amount ?? 0n;
}
