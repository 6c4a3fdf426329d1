import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openPool, type ServerPool } from '@ledgergraph/service-kit/db/open-pool';
import { postOperation } from '@ledgergraph/test-kit/client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { Stage } from '../stage/start-stage.ts';

const CALL_PAUSE_MS = 100;
const REVOKE_PAUSE_MS = 200;
const PLAN = 'counted';
const CALLS_PER_MONTH = 100_000;
/** Gateways report every few seconds. */
const BOOKED_TIMEOUT_MS = 90_000;

export class PeopleLoad {
  readonly #stage: Stage;
  readonly #pool: ServerPool;
  readonly #revokedRows: string[] = [];
  readonly #revokedKeys: string[] = [];
  readonly #endpoints: string[] = [];
  #liveKey = '';
  #isStopped = false;
  #running: Promise<unknown> = Promise.resolve();
  readonly counts = { answered: 0, unanswered: 0, unknown: 0, writesFailed: 0, endpoints: 0, commandsFailed: 0 };

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#pool = openPool(stage.databases.url('accounts'), { max: 2, query_timeout: 30_000 });
  }

  get figures(): string {
    const { answered, unanswered, unknown, endpoints, commandsFailed } = this.counts;
    return `${answered} counted calls answered, ${unanswered} refused while accounts was away, ${unknown} without an answer; ${this.#revokedRows.length + this.#revokedKeys.length} keys revoked, ${endpoints} webhook endpoints made, ${commandsFailed} commands failed`;
  }

  get done(): { answered: number; revoked: number } {
    return { answered: this.counts.answered, revoked: this.#revokedRows.length };
  }

  async start(): Promise<void> {
    const { command } = this.#stage;
    await command('plans', 'create', PLAN, '--calls-per-month', String(CALLS_PER_MONTH), '--calls-per-second', 'none');
    const user = ['--user', 'counted@example.org', '--plan', PLAN];
    this.#liveKey = (await command('keys', 'create', '--live', '--name', 'counted', ...user)).value;
    this.#running = Promise.all([this.#call(), this.#revoke()]);
  }

  /** Commands that fail have promised nothing. */
  async operate(receiver: string): Promise<void> {
    const { command } = this.#stage;
    try {
      const { value: key } = await command('keys', 'create', '--test', '--name', 'short', '--plan', 'unlimited');
      await command('keys', 'revoke', key);
      this.#revokedKeys.push(key);
      const made = await command('webhooks', 'create', '--event', 'block.new', '--url', `${receiver}/${randomUUID()}`);
      this.#endpoints.push(made.id);
      this.counts.endpoints += 1;
    } catch {
      this.counts.commandsFailed += 1;
    }
  }

  async check(): Promise<string[]> {
    const violations: string[] = [];
    // More are revoked while the database answers.
    const revoked = [...this.#revokedRows];
    const rows = await this.#stage.databases.query<{ id: string }>(
      'accounts',
      'SELECT id FROM api_key WHERE id = ANY($1::uuid[]) AND revoked_at IS NOT NULL',
      [revoked],
    );
    const lost = revoked.length - rows.length;
    if (lost > 0) violations.push(`${lost} of ${revoked.length} revoked keys are not revoked any more`);
    for (const key of this.#revokedKeys) {
      const status = await this.#statusOf(key);
      if (status !== 401) violations.push(`a revoked key is answered with ${status}`);
    }
    const endpoints = await this.#stage.databases.query<{ id: string }>('webhooks', 'SELECT id::text FROM endpoint');
    const standing = new Set(endpoints.map(({ id }) => id));
    const gone = this.#endpoints.filter((id) => !standing.has(id));
    if (gone.length > 0) violations.push(`${gone.length} of ${this.#endpoints.length} webhook endpoints are lost`);
    return violations;
  }

  /** Waits until accounts can be asked for the key. */
  async #statusOf(key: string): Promise<number> {
    let status = 0;
    const ask = async (): Promise<boolean> => {
      ({ status } = await postOperation(this.#stage.url('gateway'), key, '{ __typename }'));
      return status !== 503;
    };
    await waitFor(ask, { what: 'a key to be checked' });
    return status;
  }

  forgetEndpoints(): void {
    this.#endpoints.length = 0;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  /** @returns violations in words */
  async settle(): Promise<string[]> {
    await this.stop();
    const { answered, unknown } = this.counts;
    const read = async (): Promise<{ charged: number; spent: number }> => {
      const [books] = await this.#stage.databases.query<{ charged: number; spent: number }>(
        'accounts',
        `SELECT sum(charged)::int AS charged, sum(spent)::int AS spent FROM quota_period
          WHERE team_id IN (SELECT id FROM team WHERE plan_id = $1)`,
        [PLAN],
      );
      return books ?? { charged: 0, spent: 0 };
    };
    await waitFor(async () => (await read()).spent >= answered, {
      what: 'the calls to be booked',
      timeoutMs: BOOKED_TIMEOUT_MS,
    }).catch(() => undefined);
    const { charged, spent } = await read();
    await this.#pool.end();
    const violations: string[] = [];
    if (spent < answered) violations.push(`${answered} calls were answered, ${spent} are booked`);
    if (spent > answered + unknown) violations.push(`${spent} calls are booked, ${answered} were answered`);
    if (charged < spent || charged > CALLS_PER_MONTH)
      violations.push(`${charged} units are charged for ${spent} calls`);
    return violations;
  }

  async #call(): Promise<void> {
    for (; !this.#isStopped; await wait(CALL_PAUSE_MS)) {
      try {
        const { status, data } = await postOperation(
          this.#stage.url('gateway'),
          this.#liveKey,
          '{ networks { chainId } }',
        );
        if (status === 200 && data?.networks != null) this.counts.answered += 1;
        else this.counts.unanswered += 1;
      } catch {
        this.counts.unknown += 1;
      }
    }
  }

  /** A row counts once its revocation was answered. */
  async #revoke(): Promise<void> {
    for (; !this.#isStopped; await wait(REVOKE_PAUSE_MS)) {
      const id = randomUUID();
      try {
        await this.#pool.query(
          `INSERT INTO api_key (id, hash, brand, environment, name, last_four, team_id)
           SELECT $1::text::uuid, convert_to($1::text, 'UTF8'), 'lg', 'test', 'revoked', 'xxxx', id
             FROM team WHERE plan_id = $2 LIMIT 1`,
          [id, PLAN],
        );
        await this.#pool.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [id]);
        this.#revokedRows.push(id);
      } catch {
        this.counts.writesFailed += 1;
      }
    }
  }
}
