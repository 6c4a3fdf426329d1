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
  /** All leases that are held, as they are now. */
  leases: () => Report['leases'];
  /** Takes the calls that are in no report yet. It never returns a call twice. */
  takeUsage: () => UsageCount[];
  /** Accounts has lost its record of this gateway: the leases held here are void. */
  onDisowned: () => void;
  /** Accounts has taken a report in. */
  onTaken: (report: Report, answer: ReportResponse) => void;
  logger: Logger;
}

/**
 * Reports to accounts what was spent and how calls ended: one report at a time, numbered, repeated until it is taken in.
 * So each call counts once, whatever is lost on the way. What comes meanwhile waits for the next report.
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

  /** Id of this process; each start makes a new one. */
  get gatewayId(): string {
    return this.#gatewayId;
  }

  /** Milliseconds since accounts took a report in; null: it never has. */
  takenAgoMs(): number | null {
    return this.#takenAt === null ? null : performance.now() - this.#takenAt;
  }

  /** Reports all that is known at this moment, if there is anything. Callers that come while one report is on its way share the next. Never throws. */
  report(): Promise<void> {
    if (this.#leaving) return this.#running;
    this.#queued ??= this.#running.then(() => {
      this.#queued = undefined;
      this.#running = this.#reportAll(false).then(() => undefined);
      return this.#running;
    });
    return this.#queued;
  }

  /**
   * Sends the last report, which gives back what is held. It is repeated until accounts takes it or the time is up.
   * @returns true if accounts took it
   */
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

  /** A report that was not taken in goes first, as it was. True when accounts knows everything. */
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
      // Once per outage: the report repeats every second.
      if (!this.#failing) logger.warn({ err: error }, 'calls could not be reported; they are kept');
      this.#failing = true;
      return false;
    }
  }

  /**
   * Leases that came after a report was made which has to be repeated: accounts ends those that no report names for
   * some seconds. None is reported as closed, because it is unknown which of the repeated reports accounts took.
   */
  #leasesSince(report: Report): Report['leases'] {
    const reported = new Set(report.leases.map(({ leaseId }) => leaseId));
    const since = this.#options.leases().filter(({ leaseId }) => !reported.has(leaseId));
    return since.map((lease) => ({ ...lease, closed: false }));
  }

  /** The database behind accounts is an older one: under another name we can at least go on counting calls. */
  #startOver({ usage, leaving }: Report): Promise<boolean> {
    this.#options.logger.error('accounts has forgotten reports it took in; this gateway starts over under another id');
    this.#options.onDisowned();
    this.#gatewayId = randomUUID();
    this.#sequence = 1n;
    this.#untaken = { leases: [], usage, leaving };
    return this.#send(this.#untaken);
  }
}

/** Reports of a gateway that counts from 1 have a gap only if accounts forgot what it knew. */
function isGap(error: unknown): boolean {
  return error instanceof ConnectError && error.code === Code.FailedPrecondition;
}
