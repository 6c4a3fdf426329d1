import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { GraphqlAnswer } from '@ledgergraph/test-kit/client';
import { postOperation } from '@ledgergraph/test-kit/client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { readInstallation } from './shared-installation.ts';

/** No reorganisation of the recording reaches this block. Each search differs, so that no answer comes from the cache. */
const QUERY = `query ($search: String!) {
  block(height: 300) { hash }
  identities(limit: 3, asOf: {height: 300}) { identities { friendlyName status } }
  currencies(limit: 3, asOf: {height: 300}) { currencies { name richList(limit: 3) { entries { rank balance } } } }
  nameless: identities(limit: 1, search: $search) { hasMore }
}`;

export interface Outcome {
  answered: number;
  /** By published code, or because no gateway was there. */
  failures: Record<string, number>;
  /** Data that differs from the first answer is never right. */
  wrong: string[];
}

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

  /** @throws Error when the question cannot be answered at first, and all that `happen` throws */
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
    const [code = what] = what.split(',');
    this.#outcome.failures[code] = (this.#outcome.failures[code] ?? 0) + 1;
  }
}

/** Callers on a quick machine use up the calls of the key, and wait as long as the answer asks. */
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

// By name, since fetch's errors are those of another realm than the test's.
function describeFailure(error: unknown): string {
  const isFetchFault = typeof error === 'object' && error !== null && 'name' in error && error.name === 'TypeError';
  return isFetchFault ? 'no connection' : String(error);
}
