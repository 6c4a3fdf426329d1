import type { Client } from '@connectrpc/connect';
import type { Bus } from '@ledgergraph/event-bus/bus';
import { Pace, type PaceLimits } from '@ledgergraph/event-bus/pace';
import { TeamChangedSchema } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import {
  type CallStatus,
  type QuotaService,
  QuotaWantedSchema,
  type ReportResponse,
} from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import type { Logger } from 'pino';
import type { KnownKey } from '#/auth/key-answer.ts';
import { QuotaReporter, type Report } from './quota-reporter.ts';
import { type Reservation, UNLIMITED, type UnitAnswer } from './reservation.ts';
import { type LeaseResult, TeamQuota } from './team-quota.ts';
import { UsageCounter } from './usage-counter.ts';

const REPORT_MS = 1_000;
/** After which a team's units go back. */
const IDLE_MS = 60_000;
/** Each event may cause a report, and then a question at the team's next call. */
const NEWS: PaceLimits = { perSecond: 5, burst: 5 };
/** For accounts to take the last report when the gateway stops. */
const LEAVE_MS = 10_000;

export interface QuotaKeeperOptions {
  accounts: Pick<Client<typeof QuotaService>, 'lease' | 'report'>;
  bus: Bus;
  logger: Logger;
  now?: () => number;
  reportMs?: number;
  onLease?: ((result: LeaseResult) => void) | undefined;
}

export interface MonthLeft {
  remaining: number;
  endsAt: number;
}

/** This gateway's leases on each team's plan, and the usage to report. */
export class QuotaKeeper {
  readonly #options: QuotaKeeperOptions;
  readonly #now: () => number;
  readonly #teams = new Map<string, TeamQuota>();
  readonly #usage = new UsageCounter();
  readonly #reporter: QuotaReporter;
  #unsubscribe: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Named by events and not looked at yet; only teams that call here. */
  readonly #wanted = new Set<string>();
  readonly #changed = new Set<string>();
  readonly #news = new Pace(() => this.#lookAtNews(), NEWS);

  constructor(options: QuotaKeeperOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#reporter = new QuotaReporter({
      accounts: options.accounts,
      leases: () =>
        Array.from(this.#teams, ([teamId, { leases }]) =>
          leases.reports().map((report) => ({ teamId, ...report })),
        ).flat(),
      takeUsage: () => this.#usage.take(),
      onDisowned: () => {
        for (const team of this.#teams.values()) team.leases.drop();
      },
      onTaken: (report, answer) => this.#taken(report, answer),
      logger: options.logger,
    });
  }

  start(): void {
    const { bus, reportMs = REPORT_MS } = this.#options;
    this.#unsubscribe = [
      bus.subscribe(SUBJECTS.quotaWanted, QuotaWantedSchema, ({ teamId }) => this.#hear(this.#wanted, teamId)),
      bus.subscribe(SUBJECTS.teamChanged, TeamChangedSchema, ({ teamId }) => this.#hear(this.#changed, teamId)),
    ];
    const beat = (): void => {
      this.#tidy();
      void this.#reporter.report().then(() => {
        if (this.#timer !== undefined) this.#timer = setTimeout(beat, reportMs);
      });
    };
    this.#timer = setTimeout(beat, reportMs);
  }

  /** Called when no call runs any more. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#news.stop();
    await Promise.all(this.#list().map((team) => team.stop()));
    for (const team of this.#list()) team.leases.release();
    if (await this.#reporter.leave(LEAVE_MS)) return;
    this.#options.logger.error('accounts did not take the last report in: its calls are not counted');
  }

  /** Never throws. */
  admit({
    teamId,
    environment,
    plan,
  }: Pick<KnownKey, 'teamId' | 'environment' | 'plan'>): UnitAnswer | Promise<UnitAnswer> {
    if (environment !== 'MAINNET' || plan.callsPerMonth === null) {
      return { status: 'admitted', reservation: UNLIMITED };
    }
    let team = this.#teams.get(teamId);
    if (team === undefined) {
      const { accounts, logger } = this.#options;
      const report = (): Promise<void> => this.#reporter.report();
      team = new TeamQuota(teamId, {
        gatewayId: () => this.#reporter.gatewayId,
        accounts,
        report,
        logger,
        now: this.#now,
        onLease: this.#options.onLease,
      });
      this.#teams.set(teamId, team);
    }
    return team.admit();
  }

  /** Undefined decides nothing: `admit` asks. */
  takeAtOnce(
    { teamId, environment, plan }: Pick<KnownKey, 'teamId' | 'environment' | 'plan'>,
    now: number,
  ): Reservation | undefined {
    if (environment !== 'MAINNET' || plan.callsPerMonth === null) return UNLIMITED;
    return this.#teams.get(teamId)?.takeAtOnce(now);
  }

  /** @param day since 1970 (UTC) */
  countCall(keyId: string, day: number, status: CallStatus): void {
    this.#usage.count(keyId, day, status);
  }

  monthLeft(teamId: string, now: number = this.#now()): MonthLeft | undefined {
    const leases = this.#teams.get(teamId)?.leases;
    const endsAt = leases?.quota?.month.endsAt;
    if (leases === undefined || endsAt === undefined || endsAt <= now) return undefined;
    const remaining = leases.remaining();
    return remaining === undefined ? undefined : { remaining, endsAt };
  }

  /** For operators. `reportedAgoMs` null: no report was ever taken. */
  balance(): { unitsHeld: bigint; teams: number; reportedAgoMs: number | null } {
    let unitsHeld = 0n;
    for (const team of this.#list()) unitsHeld += BigInt(team.leases.held());
    return { unitsHeld, teams: this.#teams.size, reportedAgoMs: this.#reporter.takenAgoMs() };
  }

  #list(): TeamQuota[] {
    return [...this.#teams.values()];
  }

  #tidy(): void {
    for (const [teamId, team] of this.#teams) {
      if (team.idleMs() > IDLE_MS) {
        if (team.isDormant()) this.#teams.delete(teamId);
        else team.giveBack();
      }
      team.tick();
    }
  }

  /** Only the question that follows is true, so a flood of events causes few of them. */
  #hear(teams: Set<string>, teamId: string): void {
    if (!this.#teams.has(teamId)) return;
    teams.add(teamId);
    this.#news.ring();
  }

  #lookAtNews(): void {
    for (const teamId of this.#changed) this.#teams.get(teamId)?.reconsider();
    const wanted = [...this.#wanted];
    this.#changed.clear();
    this.#wanted.clear();
    this.#giveBack(wanted);
  }

  #taken({ leases }: Report, { quotas, wantedTeamIds }: ReportResponse): void {
    for (const quota of quotas) this.#teams.get(quota.teamId)?.leases.learn(quota);
    for (const lease of leases) this.#teams.get(lease.teamId)?.leases.confirm(lease);
    this.#giveBack(wantedTeamIds);
  }

  #giveBack(teamIds: readonly string[]): void {
    const given = teamIds.map((teamId) => this.#teams.get(teamId)?.giveBack() ?? false);
    if (given.includes(true)) void this.#reporter.report();
  }
}
