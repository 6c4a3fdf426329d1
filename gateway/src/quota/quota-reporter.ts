import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, Code, ConnectError } from '@connectrpc/connect';
import type { QuotaService, ReportResponse } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import type { Logger } from 'pino';
import type { LeaseReport } from './lease.ts';
import type { UsageCount } from './usage-counter.ts';

const REPORT_TIMEOUT_MS = 2_000;
const LAST_RETRY_MS = 250;

export interface Report {
  leases: (LeaseReport & { teamId: string })[];
  usage: UsageCount[];
  leaving: boolean;
}

export interface QuotaReporterOptions {
  accounts: Pick<Client<typeof QuotaService>, 'report'>;
  leases: () => Report['leases'];
  /** Calls that are in no report yet; never returns a call twice. */
  takeUsage: () => UsageCount[];
  /** Accounts has lost its record of this gateway: the leases held here are void. */
  onDisowned: () => void;
  onTaken: (report: Report, answer: ReportResponse) => void;
  logger: Logger;
}

/**
 * One report at a time, numbered, repeated until accounts takes it: each call counts once, whatever is lost on the way. What comes
 * meanwhile waits for the next report.
 */
export class QuotaReporter {
  readonly #options: QuotaReporterOptions;
  #gatewayId: string = randomUUID();
  #sequence = 0n;
  #untaken: Report | undefined;
  #running: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;
  #leaving = false;
  #failing = false;
  #takenAt: number | null = null;

  constructor(options: QuotaReporterOptions) {
    this.#options = options;
  }

  /** New at each start. */
  get gatewayId(): string {
    return this.#gatewayId;
  }

  /** Null: no report was ever taken. */
  takenAgoMs(): number | null {
    return this.#takenAt === null ? null : performance.now() - this.#takenAt;
  }

  /** Callers during one report share the next. Never throws. */
  report(): Promise<void> {
    if (this.#leaving) return this.#running;
    this.#queued ??= this.#running.then(() => {
      this.#queued = undefined;
      this.#running = this.#reportAll(false).then(() => undefined);
      return this.#running;
    });
    return this.#queued;
  }

  /** Sends the last report, repeated until accounts takes it or the time is up. @returns true if accounts took it */
  async leave(patienceMs: number): Promise<boolean> {
    const deadline = performance.now() + patienceMs;
    this.#leaving = true;
    await this.#queued;
    await this.#running;
    for (;;) {
      if (await this.#reportAll(true)) return true;
      if (performance.now() + LAST_RETRY_MS > deadline) return false;
      await delay(LAST_RETRY_MS);
    }
  }

  /** A report that was not taken goes first, unchanged. True when accounts knows everything. */
  async #reportAll(leaving: boolean): Promise<boolean> {
    if (this.#untaken !== undefined) {
      const untaken = this.#untaken;
      if (!(await this.#send(untaken))) return false;
      if (untaken.leaving) return true;
    }
    const [leases, usage] = [this.#options.leases(), this.#options.takeUsage()];
    if (leases.length === 0 && usage.length === 0 && !leaving) return true;
    this.#sequence++;
    this.#untaken = { leases, usage, leaving };
    return this.#send(this.#untaken);
  }

  async #send(report: Report): Promise<boolean> {
    const { accounts, onTaken, logger } = this.#options;
    try {
      const leases = [...report.leases, ...this.#leasesSince(report)];
      const message = { ...report, leases, gatewayId: this.#gatewayId, sequence: this.#sequence };
      const answer = await accounts.report(message, { timeoutMs: REPORT_TIMEOUT_MS });
      this.#untaken = undefined;
      this.#takenAt = performance.now();
      this.#failing = false;
      onTaken(report, answer);
      return true;
    } catch (error) {
      if (this.#sequence > 1n && isGap(error)) return this.#startOver(report);
      // Logged once per outage: the report repeats every second.
      if (!this.#failing) logger.warn({ err: error }, 'calls could not be reported; they are kept');
      this.#failing = true;
      return false;
    }
  }

  /**
   * Accounts ends leases that no report names for some seconds, so a repeated report gets the leases that came after it. None is
   * reported as closed, because it is unknown which repetition accounts took.
   */
  #leasesSince(report: Report): Report['leases'] {
    const reported = new Set(report.leases.map(({ leaseId }) => leaseId));
    const since = this.#options.leases().filter(({ leaseId }) => !reported.has(leaseId));
    return since.map((lease) => ({ ...lease, closed: false }));
  }

  /** The database behind accounts is an older one: under a new id we can at least go on counting. */
  #startOver({ usage, leaving }: Report): Promise<boolean> {
    this.#options.logger.error('accounts has forgotten reports it took in; this gateway starts over under another id');
    this.#options.onDisowned();
    this.#gatewayId = randomUUID();
    this.#sequence = 1n;
    this.#untaken = { leases: [], usage, leaving };
    return this.#send(this.#untaken);
  }
}

/** Accounts lost its record if it finds a gap in the numbers of a gateway. */
function isGap(error: unknown): boolean {
  return error instanceof ConnectError && error.code === Code.FailedPrecondition;
}
