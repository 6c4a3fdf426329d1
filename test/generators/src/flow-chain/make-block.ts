import { createHash } from 'node:crypto';
import { whole } from '@ledgergraph/chain-generator/amounts';
import { buildBlock, type PrintedBlock } from '@ledgergraph/chain-generator/block';
import type { Coin } from '@ledgergraph/chain-generator/coin';
import { COIN, poolShare } from '@ledgergraph/chain-generator/formulas';
import { type Draft, guardStake, holdFees, leaveData } from '@ledgergraph/chain-generator/outputs';
import type { Random } from '@ledgergraph/chain-generator/random';
import { type BuiltTransaction, buildTransaction } from '@ledgergraph/chain-generator/transaction';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { drawTime, GENESIS_TIME } from '#/chain-parts/block-time.ts';
import type { ExpectedBlock } from './flow-ledger.ts';
import { Notary } from './notarizations.ts';
import type { World } from './world.ts';

/** Block 1 makes more. */
export const REWARD = 6n * COIN;
export const PREMINE = 40_000_000n * COIN;
const PREMINE_OUTPUTS = 400;
/** For the spending of a coinbase, and the stake of a coin. */
export const MATURITY = 100;
const STAKE_AGE = 150;
const STAKE_VERSION = 2;
const STAKED = 0.5;
const SECONDS_MAX = 120;
const TIME_SPAN = 11;
const WEIGHT = 0x1100n;

export class BlockMaker {
  readonly #world: World;
  readonly #clock: Random;
  readonly #notary: Notary;
  readonly #heights = new Map<string, number>();
  #times: number[] = [];
  #pool = 0n;
  #previous: PrintedBlock | null = null;

  constructor(world: World) {
    this.#world = world;
    this.#notary = new Notary(world);
    this.#clock = world.random.branch('times');
  }

  make(extra: readonly Draft[] = [], premine: bigint = this.#world.height === 1 ? PREMINE : 0n): PrintedBlock {
    const world = this.#world;
    const { height, body } = world;
    const fees = body.reduce((sum, { inputs, coins }) => sum + native(inputs) - native(coins), 0n);
    const stake = height > STAKE_AGE && world.random.chance(STAKED) ? this.#stake() : undefined;
    const share = poolShare(this.#pool + fees);
    this.#pool += fees - share;
    const reward = (height === 0 ? 0n : REWARD) + share;
    const producer = stake?.coin.address ?? world.person();
    const earned = stake === undefined ? world.pay(producer, world.chainId, reward) : guardStake(producer, reward);
    const premined = Array.from({ length: premine > 0n ? PREMINE_OUTPUTS : 0 }, () =>
      world.pay(world.person(), world.chainId, premine / BigInt(PREMINE_OUTPUTS)),
    );
    const outputs = [earned, ...premined, ...extra];
    outputs.push(
      ...this.#notary.listOutputs(outputs.length, this.#previous?.hash ?? ''),
      holdFees(new Map([[world.chainId, this.#pool]])),
    );
    const coinbase = createHash('sha256')
      .update(`${world.label} ${height} ${this.#previous?.hash}`)
      .digest('hex')
      .slice(0, 24);
    const transaction = buildTransaction({ outputs, coinbase, matureHeight: height + MATURITY });
    // That of genesis can never be spent.
    if (height > 0) world.receive(transaction);
    this.#notary.note(transaction);
    this.coinbase = transaction;
    world.ledger.blocks.push({ height, fees, pool: this.#pool, reward, producer, staked: stake?.expected ?? null });
    const transactions = [transaction, ...body];
    for (const { txid } of transactions) this.#heights.set(txid, height);
    const time = height === 0 ? GENESIS_TIME : drawTime(this.#clock, this.#times, world.random.integer(1, SECONDS_MAX));
    this.#times = [...this.#times, time].slice(-TIME_SPAN);
    // Stake counts as work, too, as on a real chain.
    this.#previous = buildBlock({
      parent: this.#previous?.json,
      transactions,
      time,
      work: WEIGHT,
      ...(stake === undefined ? {} : { staked: stake.members, stake: WEIGHT }),
    });
    return this.#previous;
  }

  coinbase: BuiltTransaction | undefined;

  /** An old coin wins a staked block, and goes to itself. */
  #stake(): { coin: Coin; expected: ExpectedBlock['staked']; members: JsonObject } | undefined {
    const world = this.#world;
    const coin = world.wallet.native().find(({ txid }) => this.#ageOf(txid) >= STAKE_AGE);
    if (coin === undefined) return undefined;
    world.wallet.take(coin);
    const { txid, vout, satoshis, address } = coin;
    world.settle(
      [coin],
      [
        world.pay(address, world.chainId, satoshis),
        leaveData(stakeParams(txid, world.height - this.#ageOf(txid), world.height)),
      ],
    );
    const target = createHash('sha256').update(`target ${txid}`).digest('hex').slice(0, 48).padStart(64, '0');
    const members = {
      postarget: target,
      poshashbh: target,
      poshashtx: target,
      possourcetxid: txid,
      possourcevoutnum: whole(vout),
      posrewarddest: address,
      postxddest: address,
    };
    return { coin, expected: { address, txid, vout, amount: satoshis, age: this.#ageOf(txid) }, members };
  }

  #ageOf(txid: string): number {
    return this.#world.height - (this.#heights.get(txid) ?? this.#world.height);
  }
}

/** The last output of a stake: heights of its coin and of its block, and what they prove. */
function stakeParams(txid: string, source: number, height: number): string {
  const heights = Buffer.alloc(12);
  for (const [index, value] of [STAKE_VERSION, source, height].entries()) heights.writeUInt32LE(value, 4 * index);
  const proof = createHash('shake128', { outputLength: 54 }).update(txid).digest('hex');
  return `6a445642${heights.toString('hex')}${proof}`;
}

function native(coins: readonly Coin[]): bigint {
  return coins.reduce((sum, { satoshis }) => sum + satoshis, 0n);
}
