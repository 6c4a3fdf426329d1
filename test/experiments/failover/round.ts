import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@ledgergraph/chain-generator/random';
import { describeCauses } from '@ledgergraph/service-kit/describe-causes';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { BlockTree, type TreeBlock } from '../../fault/chain/block-tree.ts';
import { chainOf } from '../../fault/chain/write-recording.ts';
import { compareWithCleanSync } from '../../fault/checks/compare-with-clean-sync.ts';
import type { PeopleLoad } from '../../fault/checks/people-load.ts';
import { Watcher } from '../../fault/checks/watcher.ts';
import { WebhookWatcher } from '../../fault/checks/webhook-watcher.ts';
import { CHAIN_ID } from '../../fault/plan/plan.ts';
import { type OpenChain, openChain } from '../../fault/seeds/open-chain.ts';
import type { Stage } from '../../fault/stage/start-stage.ts';
import { CursorSampler } from './cursor-sampler.ts';
import { FieldTimeline } from './field-timeline.ts';
import { growChain, REORG_EVERY } from './grow-chain.ts';
import type { Kill } from './kill.ts';
import type { PatroniCluster } from './patroni-cluster.ts';

export interface Scene {
  stage: Stage;
  random: Random;
  chain: PatroniCluster;
  peopleCluster: PatroniCluster;
  people: PeopleLoad;
  mainNetwork: object;
  progress: (text: string) => void;
}

interface Round {
  round: number;
  kills: number;
}

const CHAIN_SERVICES = ['blocks', 'addresses'] as const;
const BACKFILL_KILLS = 3;
const TICK_MS = 1_000;
/** Answers are this many blocks behind the node while nothing is wrong. */
const NEAR_TICKS = 4;
const LATE_MS = 2_000;
const PROMOTION_TIMEOUT_MS = 90_000;
const RECOVERY_TIMEOUT_MS = 120_000;
const ERRORS_SECONDS_MAX = 10;

/** From the first block on, live afterwards, with kills meanwhile. */
export async function playRound(
  scene: Scene,
  { round, kills }: Round,
): Promise<{ kills: Kill[]; violations: string[] }> {
  const { stage, people } = scene;
  const random = scene.random.branch(`round ${round}`);
  const tree = new BlockTree(random, CHAIN_ID);
  const tips = growChain(tree, random);
  const plan = { seed: round, tree, tips, nodes: [{ kind: 'leading' as const, tips: hashes(tips) }] };
  const opened = await openChain(stage, plan, { others: [scene.mainNetwork] });
  const play = new Play(scene, random, tree, tips, opened);
  const violations: string[] = [];
  try {
    await play.start();
    for (let done = 0; done < kills; done += 1) {
      if (done === BACKFILL_KILLS) play.goLive();
      await play.killOne();
    }
    play.goLive();
    violations.push(...(await play.check()), ...(await people.check()));
  } catch (error) {
    violations.push(`round ${round}: ${describeCauses(error)}`);
  } finally {
    violations.push(...(await play.stop()));
    people.forgetEndpoints();
    await opened.close();
  }
  return { kills: play.kills, violations };
}

const hashes = (blocks: readonly TreeBlock[]): string[] => blocks.map(({ hash }) => hash);

class Play {
  readonly kills: Kill[] = [];
  readonly #scene: Scene;
  readonly #random: Random;
  readonly #tips: readonly TreeBlock[];
  readonly #opened: OpenChain;
  readonly #timeline = new FieldTimeline();
  readonly #watcher: Watcher;
  readonly #webhook: WebhookWatcher;
  readonly #samplers: { blocks: CursorSampler; addresses: CursorSampler };
  readonly #violations: string[] = [];
  #tick = 0;
  #isLive = false;
  #isDown = false;
  #isStopped = false;
  #ticking: Promise<void> = Promise.resolve();

  constructor(scene: Scene, random: Random, tree: BlockTree, tips: readonly TreeBlock[], opened: OpenChain) {
    const { stage } = scene;
    this.#scene = scene;
    this.#random = random;
    this.#tips = tips;
    this.#opened = opened;
    this.#watcher = new Watcher(stage, tree, (answer) => this.#timeline.note(answer));
    this.#webhook = new WebhookWatcher(stage, random.branch('receiver'));
    const sample = (name: string): CursorSampler => new CursorSampler(stage.databases.url(name));
    this.#samplers = { blocks: sample('blocks'), addresses: sample('addresses') };
  }

  async start(): Promise<void> {
    this.#noteServed();
    this.#watcher.start();
    await this.#webhook.start();
  }

  goLive(): void {
    if (this.#isLive) return;
    this.#isLive = true;
    this.#ticking = this.#advance();
  }

  async killOne(): Promise<void> {
    const { chain, peopleCluster, people, progress } = this.#scene;
    const random = this.#random;
    await this.#waitUntilWell('answers before a kill');
    await wait(random.integer(0, this.#isLive ? 3_000 : 500));
    const name = !this.#isLive || random.chance(0.6) ? 'chain' : 'people';
    const cluster = name === 'chain' ? chain : peopleCluster;
    const lateMs = random.chance(0.5) ? random.integer(200, LATE_MS) : 0;
    // Whatever is acknowledged before a kill must stand after it.
    if (name === 'people') await people.operate('http://127.0.0.1:9/nowhere');
    this.#timeline.forget();
    this.#isDown = true;
    const phase = this.#isNear ? 'live' : 'backfill';
    if (name === 'chain') for (const service of CHAIN_SERVICES) this.#watcher.noteRewind(service, null);
    const killed = await cluster.killLeader(lateMs);
    for (const sampler of Object.values(this.#samplers)) sampler.mark();
    const killedAt = performance.now();
    await waitFor(async () => !['', killed].includes((await cluster.leader()) ?? ''), {
      what: `another leader of ${name}`,
      timeoutMs: PROMOTION_TIMEOUT_MS,
    });
    const promotedAt = performance.now();
    cluster.bringBack(killed);
    await this.#waitUntilWell('answers after a promotion');
    const recovery = (performance.now() - killedAt) / 1_000;
    this.#isDown = false;
    await cluster.waitUntilWhole();
    const kill: Kill = {
      cluster: name,
      phase,
      lateMs,
      recovery,
      promotion: (promotedAt - killedAt) / 1_000,
      errors: this.#timeline.errorsAfter(promotedAt, name === 'chain' ? 'chainFails' : 'restFails'),
      answers: this.#timeline.length,
      othersFailed: this.#timeline.count('restFails'),
      lost: { blocks: this.#samplers.blocks.lost, addresses: this.#samplers.addresses.lost },
    };
    if (kill.errors > ERRORS_SECONDS_MAX)
      this.#violations.push(`errors for ${kill.errors.toFixed(1)} s after a promotion`);
    this.kills.push(kill);
    progress(JSON.stringify(kill, (_key, value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)));
  }

  /** All stands at the tip, and equals a straight sync. */
  async check(): Promise<string[]> {
    await this.#waitUntilWell('answers at the end');
    this.#isStopped = true;
    await this.#ticking;
    // The recording of a straight sync ends with the last tip.
    await this.#moveTo(this.#tips.length - 1);
    const tip = this.#tip;
    await waitFor(() => this.#watcher.isWhole && this.#watcher.lastBlockHash === tip.hash, {
      what: 'answers at the tip',
      timeoutMs: RECOVERY_TIMEOUT_MS,
    });
    const { stage } = this.#scene;
    const chain = new Set(hashes(chainOf(tip)));
    const differences = await compareWithCleanSync(stage.databases, this.#opened.recordingDir);
    return [...(await this.#webhook.check(tip)), ...differences, ...(await this.#watcher.settle(chain))];
  }

  async stop(): Promise<string[]> {
    this.#isStopped = true;
    await this.#ticking;
    const { violations } = await this.#watcher.stop();
    await Promise.all(Object.values(this.#samplers).map((sampler) => sampler.stop()));
    await this.#webhook.stop();
    return [...violations, ...this.#violations];
  }

  get #tip(): TreeBlock {
    return this.#tips[this.#tick] as TreeBlock;
  }

  #noteServed(): void {
    this.#watcher.noteServed(hashes(chainOf(this.#tip)));
  }

  async #advance(): Promise<void> {
    for (; !this.#isStopped && this.#tick < this.#tips.length - 1; await wait(TICK_MS)) {
      // A lost commit would look like a reorganisation.
      if (this.#isDown && (this.#tick + 1) % REORG_EVERY === 0) continue;
      await this.#moveTo(this.#tick + 1);
    }
  }

  async #moveTo(tick: number): Promise<void> {
    while (this.#tick < tick) {
      this.#tick += 1;
      this.#noteServed();
    }
    await this.#opened.nodes[0]?.moveTo(tick);
  }

  get #isNear(): boolean {
    const near = this.#tips.slice(Math.max(0, this.#tick - NEAR_TICKS), this.#tick + 1);
    return near.some(({ hash }) => hash === this.#watcher.lastBlockHash);
  }

  async #waitUntilWell(what: string): Promise<void> {
    await waitFor(() => this.#watcher.isWhole && (!this.#isLive || this.#isNear), {
      what,
      timeoutMs: RECOVERY_TIMEOUT_MS,
    });
  }
}
