import { createHash } from 'node:crypto';
import { buildBlock, type PrintedBlock } from '@ledgergraph/chain-generator/block';
import { sumSatoshis } from '@ledgergraph/chain-generator/coin';
import { guardStake, holdFees, payCoin } from '@ledgergraph/chain-generator/outputs';
import { Random } from '@ledgergraph/chain-generator/random';
import { type BuiltTransaction, buildTransaction } from '@ledgergraph/chain-generator/transaction';
import { TIME_SPAN_BLOCKS } from '@ledgergraph/test-kit/block-times';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { drawTime, GENESIS_TIME } from '#/chain-parts/block-time.ts';
import { readBlockShapes } from './block-shapes.ts';
import { ChainState } from './chain-state.ts';
import { drawBody } from './draw-body.ts';
import { drawPayee, type Scene } from './draw-transactions.ts';
import { Payees } from './payees.ts';

export interface ChainOptions {
  /** Determines the bytes on every machine. */
  seed: number;
  blocks: number;
  chainId: string;
  /**
   * By height, in Unix seconds; others are drawn. Nothing else changes, so two chains of a seed are the same up to the first difference.
   */
  times?: ReadonlyMap<number, number>;
}

/** Satoshis; block 1 makes more, for the time until coinbases are mature. */
export const REWARD = 600_000_000n;
export const PREMINE = 5_000_000_000_000n;
const PREMINE_OUTPUTS = 500;
export const MATURITY = 100;
const SECONDS_MAX = 120;
const WEIGHT = 0x1100n;
/** Verus makes half of its blocks by stake. */
const STAKED = 0.5;

/**
 * Contents follow the blocks of a recording; few payees are hot, many cold. Memory grows with the unspent outputs, not with the blocks.
 */
export function* generateChain({ seed, blocks, chainId, times }: ChainOptions): Generator<PrintedBlock> {
  const random = new Random(seed);
  const payees = new Payees(random, seed);
  const state = new ChainState(chainId);
  const shapes = readBlockShapes();
  const clock = random.branch('times');
  let lastTimes: number[] = [];
  let parent: JsonObject | undefined;
  for (let height = 0; height < blocks; height += 1) {
    const scene: Scene = { state, random, payees, height };
    state.coins.ripen(height);
    const body = drawBody(scene, random.pick(shapes));
    const isStaked = height > MATURITY && random.chance(STAKED);
    const coinbase = drawCoinbase(scene, body, isStaked);
    // That of genesis can never be spent.
    if (height > 0) state.add(coinbase, height);
    const transactions = [coinbase, ...body];
    const seconds = random.integer(1, SECONDS_MAX);
    const time = times?.get(height) ?? (height === 0 ? GENESIS_TIME : drawTime(clock, lastTimes, seconds));
    lastTimes = [...lastTimes, time].slice(-TIME_SPAN_BLOCKS);
    const block = buildBlock({
      parent,
      transactions,
      time,
      work: isStaked ? 0n : WEIGHT,
      ...(isStaked ? { staked: {}, stake: WEIGHT } : {}),
    });
    parent = block.json;
    yield block;
  }
}

function drawCoinbase(scene: Scene, body: readonly BuiltTransaction[], isStaked: boolean): BuiltTransaction {
  const { state, height } = scene;
  const fees = body.reduce((sum, { inputs, coins }) => sum + sumSatoshis(inputs) - sumSatoshis(coins), 0n);
  const payee = drawPayee(scene);
  const earned = isStaked ? guardStake(payee, REWARD + fees) : payCoin(payee, REWARD + fees);
  const premined = Array.from({ length: height === 1 ? PREMINE_OUTPUTS : 0 }, () =>
    payCoin(drawPayee(scene), PREMINE / BigInt(PREMINE_OUTPUTS)),
  );
  const outputs = [earned, ...premined, holdFees(new Map([[state.chainId, fees]]))];
  const coinbase = createHash('sha256').update(`coinbase ${height}`).digest('hex').slice(0, 24);
  return buildTransaction({ outputs, coinbase, matureHeight: height + MATURITY });
}
