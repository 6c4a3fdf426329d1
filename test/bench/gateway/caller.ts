import { Pool } from 'undici';

/** Enough to keep two cores busy, too few to measure waiting in line. */
const CONCURRENCY = 4;

export interface Load {
  requests: number;
  elapsedMs: number;
  latenciesMs: number[];
}

export class Caller implements AsyncDisposable {
  readonly #pool: Pool;
  readonly #headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string>) {
    this.#pool = new Pool(url, { connections: CONCURRENCY });
    this.#headers = { ...headers, 'content-type': 'application/json' };
  }

  /** @throws Error for a status other than 200 */
  async ask(query: string, variables?: Record<string, unknown>): Promise<string> {
    const body = JSON.stringify({ query, variables });
    const response = await this.#pool.request({ method: 'POST', path: '/graphql', headers: this.#headers, body });
    const text = await response.body.text();
    if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}: ${text}`);
    return text;
  }

  /** Each caller asks again as soon as it has its answer. @param variables used in turn */
  async load(query: string, durationMs: number, variables: readonly Record<string, unknown>[] = []): Promise<Load> {
    return repeat(durationMs, (asked) => this.ask(query, variables[asked % variables.length]));
  }

  async loadEach(queries: readonly string[], durationMs: number): Promise<Load> {
    return repeat(durationMs, (asked) => this.ask(queries[asked % queries.length] ?? ''));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.close();
  }
}

async function repeat(durationMs: number, ask: (asked: number) => Promise<unknown>): Promise<Load> {
  const latenciesMs: number[] = [];
  let asked = 0;
  const startedAt = performance.now();
  const askOn = async (): Promise<void> => {
    while (performance.now() - startedAt < durationMs) {
      const askedAt = performance.now();
      await ask(asked++);
      latenciesMs.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, askOn));
  return { requests: latenciesMs.length, elapsedMs: performance.now() - startedAt, latenciesMs };
}
