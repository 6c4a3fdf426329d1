import { buildBlock } from '@ledgergraph/chain-generator/block';
import { guardStake, holdFees, payCoin } from '@ledgergraph/chain-generator/outputs';
import type { Random } from '@ledgergraph/chain-generator/random';
import { type BuiltTransaction, buildTransaction } from '@ledgergraph/chain-generator/transaction';
import { drawTime, GENESIS_TIME } from '@ledgergraph/generators/chain-parts/block-time';
import { TIME_SPAN_BLOCKS } from '@ledgergraph/test-kit/block-times';
import { parseAddress } from '@ledgergraph/verus-protocol/address';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { childIdentityAddress } from '@ledgergraph/verus-protocol/name';
import {
  drawPayment,
  launchCurrency,
  mintCurrency,
  registerIdentity,
  type Scene,
  updateIdentity,
} from './draft-transactions.ts';
import { drawFlows } from './draw-flows.ts';
import { Ledger } from './ledger.ts';
import { drawOwners } from './people.ts';
import type { TreeTransaction } from './tree-transaction.ts';

export interface TreeBlock {
  height: number;
  hash: string;
  parent: TreeBlock | null;
  time: number;
  /** With its ancestors. */
  work: bigint;
  stake: bigint;
  transactions: readonly TreeTransaction[];
  ledger: Ledger;
  /** `getblock <hash> 2` as of a tip at this block. */
  json: JsonObject;
}

export interface Growth {
  count: number;
  /** An ordinary block has ORDINARY_WORK. */
  work: bigint;
  reuse?: readonly TreeTransaction[];
  /** No branch leaves below the last block: states of the others need not be kept. */
  isStraight?: boolean;
}

export const ORDINARY_WORK = 0x1100n;
const BEACON = 'beacon';
const PREMINE_OUTPUTS = 24;
const MATURITY = 3;
const REWARD = 600_000_000;
const SECONDS_MAX = 120;

/** Nearly every block changes something of each subgraph, so that an answer shows at which block it read. */
export class BlockTree {
  readonly chainId: string;
  readonly blocks: TreeBlock[] = [];
  readonly owners: readonly string[];
  readonly #random: Random;
  readonly #clock: Random;
  /** Apart, so that all else stays as it is without flows. */
  readonly #flows: Random;
  #names = 0;

  constructor(random: Random, chainId: string) {
    this.chainId = chainId;
    this.#random = random;
    this.#clock = random.branch('times');
    this.#flows = random.branch('flows');
    this.owners = drawOwners(random);
    this.#append(null, [this.#coinbase(0, [])], { count: 1, work: 0x11n });
  }

  get genesis(): TreeBlock {
    const [genesis] = this.blocks;
    if (genesis === undefined) throw new Error('a tree begins with genesis');
    return genesis;
  }

  get beaconId(): string {
    return childIdentityAddress(BEACON, parseAddress(this.chainId)?.hash ?? new Uint8Array());
  }

  extend(parent: TreeBlock, growth: Growth): TreeBlock {
    let tip = parent;
    const reuse = [...(growth.reuse ?? [])];
    for (let added = 0; added < growth.count; added += 1) {
      const ledger = new Ledger(tip.ledger);
      const height = tip.height + 1;
      const scene: Scene = { chainId: this.chainId, random: this.#random, ledger, owners: this.owners, height };
      const body: TreeTransaction[] = [];
      const take = (transaction: TreeTransaction | undefined): void => {
        if (transaction === undefined) return;
        ledger.add(transaction);
        body.push(transaction);
      };
      // In other blocks and in another order than in the sibling.
      for (let tries = this.#random.integer(0, 6); tries > 0 && reuse.length > 0; tries -= 1) {
        const [again] = reuse.splice(this.#random.integer(0, Math.min(reuse.length - 1, 4)), 1);
        if (again !== undefined && ledger.allows(again, height)) take(again);
      }
      this.#drawBody(scene, take);
      drawFlows({ ...scene, random: this.#flows }, take);
      const below = tip;
      tip = this.#append(tip, body, growth);
      if (growth.isStraight === true) below.ledger = new Ledger();
    }
    return tip;
  }

  #drawBody(scene: Scene, take: (transaction: TreeTransaction | undefined) => void): void {
    const { random, ledger, height } = scene;
    if (height < 2) return;
    const beacon = this.beaconId;
    if (!ledger.identities.has(beacon)) {
      take(registerIdentity(scene, BEACON));
      return;
    }
    if (!ledger.currencies.has(beacon)) take(launchCurrency(scene, beacon));
    else if (random.chance(0.85)) take(mintCurrency(scene, beacon));
    if (random.chance(0.85)) take(updateIdentity(scene, beacon));
    for (let left = random.integer(0, 3); left > 0; left -= 1) take(drawPayment(scene));
    if (random.chance(0.1)) take(registerIdentity(scene, `name${this.#names++}`));
    const others = [...ledger.identities.keys()].filter((id) => id !== beacon);
    if (others.length > 0 && random.chance(0.2)) take(updateIdentity(scene, random.pick(others)));
    const plain = others.filter((id) => !ledger.currencies.has(id));
    if (plain.length > 0 && random.chance(0.05)) take(launchCurrency(scene, random.pick(plain)));
  }

  #append(parent: TreeBlock | null, body: readonly TreeTransaction[], { work }: Growth): TreeBlock {
    const height = parent === null ? 0 : parent.height + 1;
    const isStaked = height > 4 && this.#random.chance(0.2);
    const transactions = parent === null ? body : [this.#coinbase(height, body, isStaked), ...body];
    const ledger = new Ledger(parent?.ledger);
    if (parent !== null) for (const transaction of transactions) ledger.add(transaction);
    const time = this.#drawTime(parent);
    // Stake weighs like ordinary work: both count by their share of the whole.
    const [more, stake] = isStaked ? [0n, work] : [work, 0n];
    const { hash, json } = buildBlock({
      parent: parent?.json,
      transactions,
      time,
      work: more,
      ...(isStaked ? { staked: {}, stake } : {}),
    });
    const block: TreeBlock = {
      height,
      hash,
      parent,
      time,
      work: (parent?.work ?? 0n) + more,
      stake: (parent?.stake ?? 0n) + stake,
      transactions,
      ledger,
      json,
    };
    this.blocks.push(block);
    return block;
  }

  #drawTime(parent: TreeBlock | null): number {
    const seconds = this.#random.integer(1, SECONDS_MAX);
    return parent === null ? GENESIS_TIME : drawTime(this.#clock, timesUpTo(parent), seconds);
  }

  #coinbase(height: number, body: readonly TreeTransaction[], isStaked = false): BuiltTransaction {
    const random = this.#random;
    const reward = BigInt(REWARD + random.integer(0, 99_999) + body.length);
    const owner = random.pick(this.owners);
    const rewards =
      height === 1
        ? Array.from({ length: PREMINE_OUTPUTS }, () => payCoin(random.pick(this.owners), reward * 1_000n))
        : [isStaked ? guardStake(owner, reward) : payCoin(owner, reward)];
    // Unique among blocks of one height too.
    const coinbase = Buffer.from(random.bytes(12)).toString('hex');
    const outputs = [...rewards, holdFees(new Map([[this.chainId, reward / 100n]]))];
    return buildTransaction({ outputs, coinbase, matureHeight: height === 1 ? 2 : height + MATURITY });
  }
}

function timesUpTo(block: TreeBlock): number[] {
  const times: number[] = [];
  for (let at: TreeBlock | null = block; at !== null && times.length < TIME_SPAN_BLOCKS; at = at.parent) {
    times.push(at.time);
  }
  return times.reverse();
}
