import { setTimeout as wait } from 'node:timers/promises';
import { connectClient } from '@ledgergraph/service-kit/db/connect-client';
import type pg from 'pg';
import { CHAIN_ID } from '../../fault/plan/plan.ts';

const PAUSE_MS = 50;

export class CursorSampler {
  readonly #url: string;
  #isStopped = false;
  #last = -1;
  #before = -1;
  #after: number | undefined;
  readonly #running: Promise<void>;

  constructor(url: string) {
    this.#url = url;
    this.#running = this.#run();
  }

  mark(): void {
    this.#before = this.#last;
    this.#after = undefined;
  }

  /** The new primary lacked these when it was first read: a lower bound. */
  get lost(): number {
    return this.#after === undefined ? 0 : Math.max(0, this.#before - this.#after);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    let client: pg.Client | undefined;
    while (!this.#isStopped) {
      try {
        client ??= await connectClient(this.#url, { query_timeout: 2_000 });
        const { rows } = await client.query<{ height: number }>('SELECT height FROM sync_cursor WHERE chain_id = $1', [
          CHAIN_ID,
        ]);
        this.#last = rows[0]?.height ?? -1;
        this.#after ??= this.#last;
      } catch {
        client?.end().catch(() => undefined);
        client = undefined;
      }
      await wait(PAUSE_MS);
    }
    await client?.end().catch(() => undefined);
  }
}
