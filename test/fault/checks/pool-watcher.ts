import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@ledgergraph/chain-generator/random';
import { type GraphqlAnswer, postOperation, type Untyped } from '@ledgergraph/test-kit/client';
import type { BlockTree } from '../chain/block-tree.ts';
import type { Stage } from '../stage/start-stage.ts';
import { judgePool, LIST_OPERATION, PlaceModel, POOL_OPERATION, STATES_ASKED } from './judge-pool.ts';
import { judgeErrors } from './watched-answers.ts';

const PAUSE_MS = 150;
const NEWEST = STATES_ASKED / 2;

export class PoolWatcher {
  readonly #stage: Stage;
  readonly #random: Random;
  readonly #model: PlaceModel;
  readonly #seen = new Set<string>();
  /** These were first seen since a replica received its last commit. */
  #sinceCut = new Set<string>();
  /** Odd while a replica takes the database's place. */
  #rewinds = 0;
  readonly #states = new Map<string, number>();
  readonly #violations: string[] = [];
  #readTipHash: string | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(stage: Stage, tree: BlockTree, random: Random) {
    this.#stage = stage;
    this.#random = random;
    this.#model = new PlaceModel(tree.blocks);
  }

  noteCut(): void {
    this.#sinceCut = new Set();
  }

  /** Transactions seen since the cut may be lost. */
  async watchRewind(rewind: () => Promise<void>): Promise<void> {
    this.#rewinds += 1;
    await rewind();
    this.#rewinds += 1;
    for (const txid of this.#sinceCut) this.#seen.delete(txid);
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  get violations(): readonly string[] {
    return this.#violations;
  }

  /** By the last answer. */
  get readTipHash(): string | undefined {
    return this.#readTipHash;
  }

  get seen(): number {
    return this.#seen.size;
  }

  get states(): ReadonlyMap<string, number> {
    return this.#states;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      await this.#ask();
      await wait(PAUSE_MS);
    }
  }

  async #ask(): Promise<void> {
    const { url, key, process } = this.#stage;
    const wasUp = process('gateway').isRunning;
    const operation = this.#seen.size === 0 ? LIST_OPERATION : POOL_OPERATION;
    const variables = this.#drawVariables();
    const rewinds = this.#rewinds;
    let answer: GraphqlAnswer;
    try {
      answer = await postOperation(url('gateway'), key, operation, variables);
    } catch (error) {
      // Only a gateway that was killed meanwhile may leave a request unanswered.
      if (wasUp && !(error instanceof TypeError)) {
        this.#violations.push(`an unreadable answer about the mempool: ${String(error)}`);
      }
      return;
    }
    try {
      // Otherwise parts may be from before and from after, so nothing may be known.
      this.#judge(answer, rewinds % 2 === 0 && rewinds === this.#rewinds ? variables : null);
    } catch (error) {
      this.#violations.push(`an answer about the mempool of another shape: ${String(error)}`);
    }
  }

  #drawVariables(): Record<string, string> {
    const seen = [...this.#seen];
    if (seen.length === 0) return {};
    const newest = seen.slice(-NEWEST);
    const asked = Array.from({ length: STATES_ASKED }, (_, index) => newest[index] ?? this.#random.pick(seen));
    return Object.fromEntries(asked.map((txid, index) => [`t${index}`, txid]));
  }

  #judge(answer: GraphqlAnswer, variables: Readonly<Record<string, string>> | null): void {
    this.#violations.push(...judgeErrors(answer));
    // It is known for days, so its state may not be missing.
    for (const { path, message, extensions } of answer.errors) {
      const isForgotten = extensions.code === 'NOT_FOUND' && this.#seen.has(variables?.[String(path?.[0])] ?? '');
      if (isForgotten) this.#violations.push(`pending once, and forgotten: ${message}`);
    }
    if (answer.status === 503 || answer.data === null) return;
    this.#violations.push(...judgePool(answer, this.#model));
    this.#readTipHash = answer.pools[0]?.tipHash ?? undefined;
    for (const { txid } of (answer.data.pendingTransactions?.transactions ?? []) as Untyped[]) {
      if (variables === null || this.#seen.has(txid)) continue;
      this.#seen.add(txid);
      this.#sinceCut.add(txid);
    }
    for (const [name, part] of Object.entries<Untyped>(answer.data)) {
      if (/^t\d$/.test(name) && part !== null) this.#states.set(part.state, (this.#states.get(part.state) ?? 0) + 1);
    }
  }
}
