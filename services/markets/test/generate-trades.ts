import { create } from '@bufbuild/protobuf';
import { Random } from '@ledgergraph/chain-generator/random';
import { inventAddresses } from '@ledgergraph/generators/generated-rows/addresses';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { TradedConversion } from '#/candles/legs.ts';
import type { StoredReserve } from '#/db/basket-reserves.ts';
import type { OracleTrade } from './trade-oracle.ts';

interface MarketFlows {
  conversions: (TradedConversion & { txIndex: number; importVout: number })[];
  states: { currencyId: string; height: number; flags: number; supply: bigint; reserves: StoredReserve[] }[];
}

export interface TradedBlock {
  block: Block;
  flows: MarketFlows;
  trades: OracleTrade[];
}

const COIN = 100_000_000n;
/** With some steps of hours, a few hundred blocks make weeks. */
const STEPS = [20, 60, 60, 60, 600, 5_400, 50_000];
const BACK_MAX = 4_000;
const MEDIAN_BLOCKS = 11;

export const [BASKET = '', ...RESERVES] = inventAddresses('IDENTITY', 'traded', 4);

/** Times go back now and then, as far as the protocol lets them. @param seed makes the branch */
export function generateTrades(seed: number, before: readonly TradedBlock[], count: number): TradedBlock[] {
  const random = new Random(seed);
  const chain = [...before];
  for (let height = chain.length; chain.length < before.length + count; height++) {
    const times = chain.map(({ block }) => Number(block.time));
    const time = drawTime(times, random);
    const hash = Buffer.alloc(32, `${seed} ${height}`);
    const { conversions, trades } = drawTrades(height, time, random);
    const states = height === 1 ? [state(height)] : [];
    const block = create(BlockSchema, { height, hash, time: BigInt(time) });
    chain.push({ block, trades, flows: { conversions, states } });
  }
  return chain.slice(before.length);
}

function drawTime(times: readonly number[], random: Random): number {
  const recent = times.slice(-MEDIAN_BLOCKS).sort((a, b) => a - b);
  const median = recent[Math.floor(recent.length / 2)];
  if (median === undefined) return Date.parse('2026-02-27T22:00:00Z') / 1_000;
  const latest = Math.max(...times);
  const time = random.chance(0.2) ? latest - random.integer(1, BACK_MAX) : latest + random.pick(STEPS);
  return Math.max(median + 1, time);
}

function drawTrades(height: number, time: number, random: Random) {
  const conversions: MarketFlows['conversions'] = [];
  const trades: OracleTrade[] = [];
  if (height < 2 || random.chance(0.4)) return { conversions, trades };
  const prices = RESERVES.map(() => BigInt(random.integer(1, 1_000_000)) * 1_000n + 7n);
  for (let left = random.integer(1, 4); left > 0; left--) {
    const index = random.integer(0, RESERVES.length - 1);
    const [reserve = '', price = 1n] = [RESERVES[index], prices[index]];
    const amountIn = BigInt(random.integer(1, 2 ** 40));
    const isBuy = random.chance(0.5);
    const [fromId, toId] = isBuy ? [reserve, BASKET] : [BASKET, reserve];
    const amountOut = isBuy ? (amountIn * COIN) / price : (amountIn * price) / COIN;
    const place = { height, time, txIndex: 1, importVout: 0, basketId: BASKET, fromId, toId };
    conversions.push({
      ...place,
      direction: isBuy ? 'BUY' : 'SELL',
      amountInNet: amountIn,
      amountOut,
      price: isBuy ? price : (COIN * COIN) / price,
      prices: isBuy ? { from: price, to: null } : { from: null, to: price },
    });
    trades.push({ height, time, fromId, toId, amountIn, amountOut, unitId: reserve, price });
  }
  return { conversions, trades };
}

function state(height: number): MarketFlows['states'][number] {
  const reserves = RESERVES.map((currencyId) => ({
    currencyId,
    weight: COIN / 3n,
    reserves: 1_000n * COIN,
    priceInReserve: COIN,
    lastConversionPrice: COIN,
  }));
  return { currencyId: BASKET, height, flags: 0x31, supply: 3_000n * COIN, reserves };
}
