import { setTimeout as wait } from 'node:timers/promises';
import { type GraphqlAnswer, postOperation } from '@ledgergraph/test-kit/client';
import { stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { ChainModel, type Watched } from '../../e2e/reorganisations/chain-model.ts';
import type { BlockTree } from '../chain/block-tree.ts';
import type { SubgraphName } from '../stage/programs.ts';
import type { Stage } from '../stage/start-stage.ts';
import { AppliedClaims } from './applied-claims.ts';
import { judgeAnswer, judgeErrors, writeOperation } from './watched-answers.ts';
import { FlowModel } from './watched-flows.ts';

const PAUSE_MS = 60;
const WATCHED_OWNERS = 3;

export interface Sightings {
  answers: number;
  /** With an error for the missing part. */
  partial: number;
  /** Also requests that were refused as a whole. */
  unanswered: number;
  blocks: ReadonlySet<string>;
  violations: readonly string[];
}

export class Watcher {
  readonly #stage: Stage;
  readonly #model: ChainModel;
  readonly #flows: FlowModel;
  readonly #watched: Watched;
  readonly #operation: string;
  readonly #claims: AppliedClaims;
  readonly #served = new Set<string>();
  readonly #blocks = new Set<string>();
  readonly #violations: string[] = [];
  readonly #counts = { answers: 0, partial: 0, unanswered: 0 };
  #running: Promise<void> = Promise.resolve();
  #stopped = false;
  #latest: GraphqlAnswer | undefined;

  readonly #onAnswer: (answer: GraphqlAnswer | undefined) => void;

  /** @param onAnswer gets undefined where no answer came */
  constructor(stage: Stage, tree: BlockTree, onAnswer: (answer: GraphqlAnswer | undefined) => void = () => undefined) {
    this.#onAnswer = onAnswer;
    const beacon = [tree.beaconId];
    this.#stage = stage;
    this.#watched = { addresses: tree.owners.slice(0, WATCHED_OWNERS), identities: beacon, currencies: beacon };
    const blocks = tree.blocks.map(({ json }) => JSON.parse(stringifyLossless(json)) as unknown);
    this.#model = new ChainModel(blocks, this.#watched);
    this.#flows = new FlowModel(tree.chainId, tree.blocks);
    this.#operation = writeOperation(this.#watched, tree.chainId);
    this.#claims = new AppliedClaims(stage.databases);
  }

  /** Only blocks that a node has stood on may be read. */
  noteServed(hashes: Iterable<string>): void {
    for (const hash of hashes) this.#served.add(hash);
  }

  noteRewind(service: SubgraphName, lost?: string | null): void {
    this.#claims.noteRewind(service, lost);
  }

  start(): void {
    this.#running = this.#run();
  }

  get lastBlockHash(): string | undefined {
    return this.#latest?.chains[0]?.hash;
  }

  /** Only parts that its block lacks may be missing. */
  get isWhole(): boolean {
    if (this.#latest === undefined || this.#latest.data === null) return false;
    return this.#latest.errors.every(({ extensions }) => extensions.code === 'NOT_FOUND');
  }

  get lastStatus(): string | undefined {
    return this.#latest?.data?.syncState?.status;
  }

  get violations(): readonly string[] {
    return this.#violations;
  }

  /** Called once lost commits are there again. @returns violations in words */
  settle(chain: ReadonlySet<string>): Promise<string[]> {
    return this.#claims.settle(chain);
  }

  async stop(): Promise<Sightings> {
    this.#stopped = true;
    await this.#running;
    return { ...this.#counts, blocks: this.#blocks, violations: this.#violations };
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
    try {
      this.#latest = await postOperation(url('gateway'), key, this.#operation);
      this.#onAnswer(this.#latest);
    } catch (error) {
      this.#latest = undefined;
      this.#onAnswer(undefined);
      this.#counts.unanswered += 1;
      // Only a gateway that was killed meanwhile may leave a request unanswered.
      if (error instanceof TypeError) return;
      if (wasUp) this.#violations.push(`an unreadable answer: ${String(error)}`);
      return;
    }
    await this.#judge(this.#latest).catch((error: unknown) => {
      this.#violations.push(`an answer of another shape: ${String(error)}`);
    });
  }

  async #judge(answer: GraphqlAnswer): Promise<void> {
    this.#violations.push(...judgeErrors(answer));
    if (answer.status === 503 || answer.data === null) {
      this.#counts.unanswered += 1;
      return;
    }
    const [at] = answer.chains;
    if (at === undefined || answer.chains.length !== 1) {
      this.#violations.push(`an answer that does not name its block: ${JSON.stringify(answer.chains)}`);
      return;
    }
    if (!this.#served.has(at.hash)) {
      this.#violations.push(`read at block ${at.height} ${at.hash}, which no node has served`);
      return;
    }
    this.#counts.answers += 1;
    if (answer.errors.some(({ extensions }) => extensions.code !== 'NOT_FOUND')) this.#counts.partial += 1;
    this.#blocks.add(at.hash);
    const expected = this.#model.at(at.hash);
    if (expected.height !== at.height) this.#violations.push(`${at.hash} is not at height ${at.height}`);
    this.#violations.push(...judgeAnswer(answer, this.#watched, expected, this.#flows.at(at.hash)));
    this.#violations.push(...(await this.#claims.check(answer.data.syncState)));
  }
}
