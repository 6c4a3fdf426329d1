import { Bell, pause } from '@ledgergraph/service-kit/bell';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { deleteTeam, type Endpoint, listTeamEndpoints } from '#/db/endpoints.ts';
import { type DeliverDeps, deliverEndpoint } from '#/delivering/deliver-endpoint.ts';
import { RateLimit } from '#/delivering/rate-limit.ts';
import type { EventTypes } from '#/events/event-types.ts';
import { followEndpoint } from '#/following/follow-endpoint.ts';
import type { GatewayClient } from '#/gateway/gateway-client.ts';
import type { Accounts, TeamAccess } from './team-access.ts';

const LOOK_MS = 1_000;
const ACCESS_MS = 10_000;
const AFTER_FAILURE_MS = 1_000;

export interface WorkDeps extends Omit<DeliverDeps, 'rate' | 'bytesMax'> {
  gateway: GatewayClient;
  types: EventTypes;
  accounts: Accounts;
  logger: Logger;
}

interface Running {
  revision: number;
  stop: AbortController;
  done: Promise<unknown>;
}

/** Works only while this process holds the team's lease. */
export class TeamWorker {
  readonly #deps: WorkDeps;
  readonly #teamId: string;
  readonly #stop = new AbortController();
  readonly #running = new Map<string, Running>();
  readonly #done: Promise<void>;
  #access: TeamAccess | null = null;
  #accessAt = -Infinity;
  #testsSent: bigint | undefined;
  readonly #rate = new RateLimit(() => this.#access?.deliveriesPerSecond ?? null);

  constructor(deps: WorkDeps, teamId: string) {
    this.#deps = deps;
    this.#teamId = teamId;
    this.#done = this.#run();
  }

  /** Test events from any process also use the plan's deliveries, so others wait. @param sent ever */
  countTests(sent: bigint): void {
    if (this.#testsSent !== undefined) this.#rate.spend(Number(sent - this.#testsSent));
    this.#testsSent = sent;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    for (; !signal.aborted; await pause(LOOK_MS, signal)) {
      try {
        if (performance.now() - this.#accessAt > ACCESS_MS) await this.#readAccess();
        await this.#look();
      } catch (error) {
        const message = 'the webhooks of a team cannot be looked at; repeated';
        this.#deps.logger.warn({ err: error, team: this.#teamId }, message);
      }
    }
    await Promise.all([...this.#running.values()].map(end));
  }

  /** While accounts is away, its last answer holds. @throws Error if it has not answered yet */
  async #readAccess(): Promise<void> {
    const { accounts, db, logger } = this.#deps;
    try {
      this.#access = await accounts.access(this.#teamId);
      this.#accessAt = performance.now();
    } catch (error) {
      if (this.#access === null) throw error;
      logger.warn({ err: error, team: this.#teamId }, 'accounts cannot be asked about a team; repeated');
      return;
    }
    if (this.#access === null) await deleteTeam(db, this.#teamId);
  }

  async #look(): Promise<void> {
    const endpoints = await listTeamEndpoints(this.#deps.db, this.#teamId);
    const active = new Map(endpoints.filter(({ state }) => state === 'active').map((one) => [one.id, one]));
    const outdated = [...this.#running].filter(([id, { revision }]) => active.get(id)?.revision !== revision);
    for (const [id, running] of outdated) {
      this.#running.delete(id);
      await end(running);
    }
    for (const endpoint of active.values()) if (!this.#running.has(endpoint.id)) this.#start(endpoint);
    for (const endpoint of endpoints) if (endpoint.isMailDue) await this.#mail(endpoint);
  }

  #start(endpoint: Endpoint): void {
    const { id, environment, revision } = endpoint;
    const stop = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, stop.signal]);
    const bell = new Bell();
    const bytesMax = () => this.#access?.bytesPerEndpoint ?? null;
    const follow = {
      ...this.#deps,
      bytesMax,
      onStored: () => bell.ring(),
      keyHash: () => this.#access?.keyHashes[environment] ?? null,
    };
    const deliver = { ...this.#deps, rate: this.#rate, bytesMax };
    const done = Promise.all([
      this.#repeat(() => followEndpoint(follow, endpoint, signal), signal),
      this.#repeat(() => deliverEndpoint(deliver, endpoint, bell, signal), signal),
    ]);
    this.#running.set(id, { revision, stop, done });
  }

  async #repeat(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        return await work();
      } catch (error) {
        this.#deps.logger.warn({ err: error, team: this.#teamId }, 'an endpoint could not be worked for; repeated');
        await pause(AFTER_FAILURE_MS, signal);
      }
    }
  }

  async #mail({ id, url, disabledReason }: Endpoint): Promise<void> {
    await this.#deps.accounts.mailDisabled(this.#teamId, url, disabledReason);
    await this.#deps.db.endpoint.updateMany({ where: { id }, data: { isMailDue: false } });
  }
}

async function end({ stop, done }: Running): Promise<void> {
  stop.abort();
  await done;
}
