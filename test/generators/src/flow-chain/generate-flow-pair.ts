import { decimal, whole } from '@ledgergraph/chain-generator/amounts';
import type { PrintedBlock } from '@ledgergraph/chain-generator/block';
import { COIN } from '@ledgergraph/chain-generator/formulas';
import { Random } from '@ledgergraph/chain-generator/random';
import { parseAddress } from '@ledgergraph/verus-protocol/address';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { childIdentityAddress } from '@ledgergraph/verus-protocol/name';
import { advanceChainLaunch, completeChainLaunch, firstOutputs, takeFirstCoinbase } from './chain-launch.ts';
import { type ChainLaunch, defineChain, planChain } from './chain-plan.ts';
import { exportAcross, importArrivals, type Route } from './cross-chain.ts';
import { returnToLaunched, sendToLaunched, sendToLauncher } from './cross-trades.ts';
import { drawPeople, FlowUsers } from './flow-users.ts';
import type { FlowChain, FlowChainOptions } from './generate-flow-chain.ts';
import { BlockMaker } from './make-block.ts';
import { commitName, registerName } from './registrations.ts';
import { World } from './world.ts';

/** Default name of the second chain, and name of the basket of both currencies on it. */
const LAUNCHED = 'pchain';
const CONVERTER = 'Bridge';
/** Users have coins by then. */
const NAMED = 104;

export interface FlowPair {
  launcher: FlowChain & { chainId: string; name: string };
  launched: FlowChain & { chainId: string; name: string };
  converterId: string;
}

export interface FlowPairOptions extends FlowChainOptions {
  launchedName?: string;
}

class Side {
  readonly world: World;
  readonly users: FlowUsers;
  readonly maker: BlockMaker;
  readonly blocks: PrintedBlock[] = [];

  constructor(world: World) {
    this.world = world;
    this.users = new FlowUsers(world);
    this.maker = new BlockMaker(world);
  }

  begin(): void {
    this.world.height = this.blocks.length;
    this.world.body = [];
    this.world.wallet.ripen(this.world.height);
  }

  end(...options: Parameters<BlockMaker['make']>): void {
    this.blocks.push(this.maker.make(...options));
  }
}

/**
 * Like `generateFlowChain`, with the launch of a second chain and a converter, which begins when the launch is cleared; then transfers
 * cross in both directions. Both end at the same time. A fork is of both, from the height of the first one on.
 */
export function generateFlowPair({ launchedName = LAUNCHED, ...options }: FlowPairOptions): FlowPair {
  const { seed, blocks, chainId, name, fork } = options;
  const launcher = new Side(
    new World({ chainId, name, random: new Random(seed), people: drawPeople(seed, name), label: '' }),
  );
  const launchedId = childIdentityAddress(launchedName, launcher.world.chainHash);
  const random = new Random(seed).branch(LAUNCHED);
  const people = drawPeople(seed, launchedName);
  const launched = new Side(new World({ chainId: launchedId, name: launchedName, random, people, label: 'b' }));
  const converterId = childIdentityAddress(CONVERTER, parseAddress(launchedId)?.hash ?? new Uint8Array());
  for (const [id, text] of [
    [launchedId, launchedName],
    [converterId, CONVERTER],
  ] as const)
    launcher.world.foreignNames.set(id, text);
  launched.world.foreignNames.set(chainId, name);
  const pair = new Pairing(launcher, launched, converterId);
  for (let height = 0; height < blocks; height += 1) {
    if (height === fork?.height) {
      launcher.world.random = new Random(fork.seed);
      launched.world.random = launcher.world.random.branch(LAUNCHED);
    }
    pair.step();
  }
  const chainOf = ({ world, blocks: made }: Side) => ({
    blocks: made,
    ledger: world.ledger,
    chainId: world.chainId,
    name: world.name,
  });
  return { launcher: chainOf(launcher), launched: chainOf(launched), converterId };
}

class Pairing {
  readonly #launcher: Side;
  readonly #launched: Side;
  readonly #converterId: string;
  readonly #there: Route;
  readonly #back: Route;
  #launch: ChainLaunch | undefined;
  #commitment: ReturnType<typeof commitName>;

  constructor(launcher: Side, launched: Side, converterId: string) {
    this.#launcher = launcher;
    this.#launched = launched;
    this.#converterId = converterId;
    const [from, to] = [launcher.world, launched.world];
    const start = { exportHeight: 0, exportedHeight: 0 };
    this.#there = {
      ...start,
      from,
      to,
      importId: converterId,
      foreign: new Set([to.chainId, converterId]),
      underWay: [],
    };
    this.#back = {
      ...start,
      from: to,
      to: from,
      importId: from.chainId,
      foreign: new Set([from.chainId]),
      underWay: [],
    };
  }

  step(): void {
    const { world } = this.#launcher;
    const isStarted = this.#launched.blocks.length > 2;
    this.#launcher.begin();
    if (world.height > 0) this.#launcher.users.act();
    if (this.#launch === undefined) this.#prepareLaunch();
    else if (world.height <= this.#launch.startBlock + 1) advanceChainLaunch(this.#there, this.#launch);
    if (isStarted) {
      exportAcross(this.#there);
      importArrivals(this.#back);
      sendToLaunched(this.#pair);
      returnToLaunched(this.#pair);
    }
    this.#launcher.end();
    if (this.#launch !== undefined && world.height > this.#launch.startBlock + 1) this.#stepLaunched(this.#launch);
  }

  get #pair() {
    return { launcher: this.#launcher.world, launched: this.#launched.world, converterId: this.#converterId };
  }

  #prepareLaunch(): void {
    const { world } = this.#launcher;
    if (world.height < NAMED) return;
    const identity = world.identities.get(this.#launched.world.chainId);
    if (identity !== undefined && !identity.isOffered) {
      const { chainId, name } = this.#launched.world;
      this.#launch = defineChain(world, identity, planChain(world, chainId, name, this.#converterId));
      this.#there.exportHeight = world.height;
    } else if (this.#commitment === undefined) {
      this.#commitment = commitName(world, { label: this.#launched.world.name, referrer: null, parentId: null });
    } else if (identity === undefined) registerName(world, this.#commitment);
  }

  #stepLaunched(launch: ChainLaunch): void {
    const side = this.#launched;
    side.begin();
    const { height } = side.world;
    if (height === 1) {
      side.end(firstOutputs(this.#there, launch, defineLauncher(this.#launcher.world)), 0n);
      if (side.maker.coinbase !== undefined) takeFirstCoinbase(this.#there, launch, side.maker.coinbase);
      return;
    }
    if (height === 2) {
      completeChainLaunch(this.#there, launch);
      this.#there.exportHeight = this.#launcher.world.height;
    }
    if (height > 2) {
      side.users.act();
      exportAcross(this.#back);
      importArrivals(this.#there);
      sendToLauncher(this.#pair);
    }
    side.end([], 0n);
  }
}

function defineLauncher({ chainId, name }: World): JsonObject {
  return {
    version: whole(1),
    options: whole(264),
    name,
    currencyid: chainId,
    systemid: chainId,
    notarizationprotocol: whole(1),
    proofprotocol: whole(1),
    startblock: whole(0),
    endblock: whole(0),
    preallocations: [],
    idregistrationfees: decimal(100n * COIN),
    idreferrallevels: whole(3),
    idimportfees: decimal(2_000_000n),
    blocktime: whole(60),
  };
}
