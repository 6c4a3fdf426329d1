import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { GraphqlAnswer } from '@ledgergraph/test-kit/client';
import { postOperation } from '@ledgergraph/test-kit/client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { readInstallation } from './shared-installation.ts';

/**
 * Something of every subgraph as of one block that no reorganisation of the recording reaches: the answer is always the same.
 * No identity is named like the search, which is another each time: the gateway answers none of the calls from its cache.
 */
const QUERY = `query ($search: String!) {
  block(height: 300) { hash }
  identities(limit: 3, asOf: {height: 300}) { identities { friendlyName status } }
  currencies(limit: 3, asOf: {height: 300}) { currencies { name richList(limit: 3) { entries { rank balance } } } }
  nameless: identities(limit: 1, search: $search) { hasMore }
}`;

/** Outcomes of calls, as their caller saw them. */
export interface Outcome {
  answered: number;
  /** Failed calls by what the failure was: a published code, or that no gateway was there. */
  failures: Record<string, number>;
  /** Data that is not what the same question was answered with before. Never right. */
  wrong: string[];
}

/** Asks the same question of all subgraphs again and again, from several callers at once. */
export class Load {
  readonly #outcome: Outcome = { answered: 0, failures: {}, wrong: [] };
  readonly #url: string;
  readonly #callers: Promise<void>[];
  readonly #expected: unknown;
  #isRunning = true;

  private constructor(expected: unknown, url: string, callers: number) {
    this.#expected = expected;
    this.#url = url;
    this.#callers = Array.from({ length: callers }, () => this.#call());
  }

  /**
   * Keeps asking while something else happens, and reports how all calls ended.
   * @throws Error when the question cannot be answered to begin with, and what `happen` throws
   */
  static async during(happen: (load: Load) => Promise<void>, callers = 4): Promise<Outcome> {
    const url = readInstallation().gatewayUrl;
    const { data, errors } = await ask(url);
    if (errors.length > 0 || data === null) throw new Error(`not answered at all: ${JSON.stringify(errors)}`);
    const load = new Load(data, url, callers);
    try {
      await happen(load);
    } finally {
      load.#isRunning = false;
      await Promise.all(load.#callers);
    }
    return load.#outcome;
  }

  /** Waits until that many more calls have been answered in full. */
  async waitForAnswers(count: number): Promise<void> {
    const before = this.#outcome.answered;
    const what = `${count} more answers, after ${before}; failures ${JSON.stringify(this.#outcome.failures)}`;
    await waitFor(() => this.#outcome.answered >= before + count, { what });
  }

  async #call(): Promise<void> {
    while (this.#isRunning) {
      const answer = await ask(this.#url).catch((error: unknown) => error);
      if (!isAnswer(answer)) this.#count(describeFailure(answer));
      else if (answer.errors.length > 0) this.#count(answer.errors.map(({ extensions }) => extensions.code).join());
      else if (isDeepStrictEqual(answer.data, this.#expected)) this.#outcome.answered += 1;
      else this.#outcome.wrong.push(JSON.stringify(answer.data));
    }
  }

  #count(what: string): void {
    // A subgraph that is away is reported at each field that it leaves empty.
    const [code = what] = what.split(',');
    this.#outcome.failures[code] = (this.#outcome.failures[code] ?? 0) + 1;
  }
}

/** A key has its calls per second, which callers on a quick machine use up: they wait as long as the answer asks. */
async function ask(url: string): Promise<GraphqlAnswer> {
  const search = randomBytes(8).toString('hex');
  for (;;) {
    const answer = await postOperation(url, readInstallation().keys.test, QUERY, { search });
    if (answer.status !== 429) return answer;
    await wait(Number(answer.headers.get('retry-after')) * 1000);
  }
}

function isAnswer(value: unknown): value is GraphqlAnswer {
  return typeof value === 'object' && value !== null && 'chains' in value;
}

// Describes a failure by its name: fetch's errors are those of another realm than the test's. No server listens, or
// the connection broke under the answer.
function describeFailure(error: unknown): string {
  const isFetchFault = typeof error === 'object' && error !== null && 'name' in error && error.name === 'TypeError';
  return isFetchFault ? 'no connection' : String(error);
}
