import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { GraphqlAnswer, Untyped } from '@ledgergraph/test-kit/client';
import { stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { ChainModel, type Watched } from '../../e2e/reorganisations/chain-model.ts';
import type { BlockTree } from '../../fault/chain/block-tree.ts';
import { judgeAnswer, writeOperation } from '../../fault/checks/watched-answers.ts';
import { FlowModel } from '../../fault/checks/watched-flows.ts';

const OWNERS = 3;
const CONNECTIONS_KEPT = 12;
const REQUEST_TIMEOUT_MS = 30_000;
/** Beyond, a tick of the clock is left out. */
const RUNNING_MAX = 60;

export interface LoadCounts {
  answers: number;
  /** Requests without an answer, or with an error, by fault. */
  failed: Record<string, number>;
  /** Two reorganisations came while they ran. */
  repeatable: number;
  wrong: string[];
  slowestMs: number;
}

/** At a steady rate, on kept and new connections in turn; every answer is compared with the chain at its block. */
export class Load {
  readonly #url: URL;
  readonly #key: string;
  readonly #watched: Watched;
  readonly #model: ChainModel;
  readonly #flows: FlowModel;
  readonly #operation: string;
  readonly #kept = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_KEPT });
  #counts = emptyCounts();
  #running = 0;
  #asked = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string, key: string, tree: BlockTree) {
    const beacon = [tree.beaconId];
    this.#url = new URL('/graphql', url);
    this.#key = key;
    this.#watched = { addresses: tree.owners.slice(0, OWNERS), identities: beacon, currencies: beacon };
    this.#model = new ChainModel(
      tree.blocks.map(({ json }) => JSON.parse(stringifyLossless(json)) as unknown),
      this.#watched,
    );
    this.#flows = new FlowModel(tree.chainId, tree.blocks);
    this.#operation = writeOperation(this.#watched, tree.chainId);
  }

  start(perSecond: number): void {
    this.#timer = setInterval(() => {
      if (this.#running < RUNNING_MAX) void this.#ask();
    }, 1_000 / perSecond);
  }

  take(): LoadCounts {
    const counts = this.#counts;
    this.#counts = emptyCounts();
    return counts;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    while (this.#running > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    this.#kept.destroy();
  }

  async #ask(): Promise<void> {
    this.#running += 1;
    this.#asked += 1;
    const startedAt = performance.now();
    const kind = this.#asked % 2 === 0 ? 'kept' : 'new';
    const fault = await this.#send(kind === 'kept').catch(
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    this.#running -= 1;
    this.#counts.slowestMs = Math.max(this.#counts.slowestMs, performance.now() - startedAt);
    if (fault === undefined) this.#counts.answers += 1;
    else if (fault.includes('CHAIN_REORGANIZED')) this.#counts.repeatable += 1;
    else {
      const name = `${kind} connection: ${fault}`;
      this.#counts.failed[name] = (this.#counts.failed[name] ?? 0) + 1;
    }
  }

  async #send(isKept: boolean): Promise<string | undefined> {
    // Unused variables make requests differ: half of the answers come from no cache.
    const variables = this.#asked % 4 < 2 ? {} : { n: this.#asked };
    const body = JSON.stringify({ query: this.#operation, variables });
    const { status, content } = await this.#post(body, isKept);
    if (status !== 200) return `status ${status} ${content.slice(0, 200)}`;
    const { data = null, errors = [], extensions } = JSON.parse(content) as Untyped;
    const real = (errors as GraphqlAnswer['errors']).filter((error) => error.extensions.code !== 'NOT_FOUND');
    if (real.length > 0 || data === null) return `errors ${[...new Set(real.map((error) => error.extensions.code))]}`;
    const [at] = extensions?.chain ?? [];
    if (at === undefined) return 'an answer that names no block';
    const answer = { status, data, errors, chains: [at], pools: [] } as unknown as GraphqlAnswer;
    this.#counts.wrong.push(...judgeAnswer(answer, this.#watched, this.#model.at(at.hash), this.#flows.at(at.hash)));
    return undefined;
  }

  #post(body: string, isKept: boolean): Promise<{ status: number; content: string }> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${this.#key}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      const agent = isKept ? this.#kept : false;
      const sent = request(this.#url, { method: 'POST', headers, agent, timeout: REQUEST_TIMEOUT_MS }, (response) => {
        text(response).then((content) => resolve({ status: response.statusCode ?? 0, content }), reject);
      });
      sent.on('timeout', () => sent.destroy(new Error('timed out')));
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

function emptyCounts(): LoadCounts {
  return { answers: 0, failed: {}, repeatable: 0, wrong: [], slowestMs: 0 };
}
