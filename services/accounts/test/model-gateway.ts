import { randomUUID } from 'node:crypto';
import type { LeaseAnswer } from '#/quota/lease-units.ts';
import type { GatewayReport } from '#/quota/take-report.ts';
import type { Chance } from './chance.ts';
import type { QuotaFixture } from './quota-fixture.ts';

export type ModelLease = {
  id: string;
  teamId: string;
  startsOn: string;
  size: bigint;
  spent: bigint;
  /** Part of `spent` that a report to accounts has named. */
  reported: bigint;
  closing: boolean;
};

type Loss = 'none' | 'request' | 'answer';

/** The minimum of the protocol. The test controls message loss, so it knows what arrived. */
export class ModelGateway {
  readonly id = randomUUID();
  readonly leases = new Map<string, ModelLease>();
  readonly known: ModelLease[] = [];
  readonly usageReported = new Map<string, bigint>();
  crashed = false;
  left = false;
  readonly #quotas: QuotaFixture;
  readonly #chance: Chance;
  #sequence = 0n;
  #uncounted = new Map<string, bigint>();
  #untaken: GatewayReport | undefined;
  #sent: GatewayReport[] = [];
  #unanswered: { leaseId: string; teamId: string } | undefined;

  constructor(quotas: QuotaFixture, chance: Chance) {
    this.#quotas = quotas;
    this.#chance = chance;
  }

  get works(): boolean {
    return !this.crashed && !this.left;
  }

  /** The request or its answer may be lost; then it is repeated under the same id or given up. */
  async lease(teamId: string, want: number): Promise<void> {
    const asked = this.#unanswered ?? { leaseId: randomUUID(), teamId };
    const loss = this.#chance.pick<Loss>(['none', 'none', 'none', 'request', 'answer']);
    this.#unanswered = this.#chance.oneIn(3) ? undefined : asked;
    if (loss === 'request') return;
    const answer = await this.#quotas.lease(this.id, asked.teamId, want, asked.leaseId);
    // A report that was made meanwhile does not name it yet.
    if (loss === 'answer' || !this.works) return;
    this.#unanswered = undefined;
    this.#take(asked.teamId, answer);
  }

  /** The request arrives after its caller has given up. */
  async leaseUnheard(teamId: string): Promise<void> {
    await this.#quotas.lease(this.id, teamId, 20).catch((error: { code?: string }) => {
      if (error.code !== 'GATEWAY_LEFT') throw error;
    });
  }

  spend(calls: number, keyOf: (teamId: string) => string): void {
    for (const lease of this.leases.values()) {
      const left = lease.size - lease.spent;
      if (lease.closing || left <= 0n) continue;
      const spent = left < BigInt(calls) ? left : BigInt(calls);
      lease.spent += spent;
      const keyId = keyOf(lease.teamId);
      this.#uncounted.set(keyId, (this.#uncounted.get(keyId) ?? 0n) + spent);
      return;
    }
  }

  giveBack(): void {
    for (const lease of this.leases.values()) {
      if (this.#chance.oneIn(2)) lease.closing = true;
      else lease.size -= (lease.size - lease.spent) / 2n;
    }
  }

  /** Repeats an unanswered report, else sends the next. True if it was answered. */
  async report(leaving = false): Promise<boolean> {
    this.#untaken ??= this.#makeReport(leaving);
    const report = this.#untaken;
    const loss = leaving ? 'none' : this.#chance.pick<Loss>(['none', 'none', 'request', 'answer']);
    if (loss === 'request') return false;
    this.#noteArrival(report);
    await this.#quotas.report(this.id, Number(report.sequence), report);
    if (loss === 'answer' || this.crashed) return false;
    this.#untaken = undefined;
    for (const { id, closed } of report.leases) if (closed) this.leases.delete(id);
    return true;
  }

  async repeatOldReport(): Promise<void> {
    const report = this.#sent[this.#chance.below(this.#sent.length)];
    if (report !== undefined) await this.#quotas.report(this.id, Number(report.sequence), report);
  }

  /** kill -9: unreported usage is lost. */
  crash(): void {
    this.crashed = true;
    this.leases.clear();
  }

  async leave(): Promise<void> {
    while (this.#untaken !== undefined) await this.report();
    await this.report(true);
    this.left = true;
    this.leases.clear();
  }

  #take(teamId: string, { lease, quota }: LeaseAnswer): void {
    if (lease === undefined) return;
    const startsOn = quota.startsAt.toISOString().slice(0, 10);
    const taken = { ...lease, teamId, startsOn, spent: 0n, reported: 0n, closing: false };
    this.leases.set(lease.id, taken);
    this.known.push(taken);
  }

  #makeReport(leaving: boolean): GatewayReport {
    this.#sequence++;
    const leases = [...this.leases.values()].map(({ id, spent, size, closing }) => ({
      id,
      spent,
      size,
      closed: closing,
    }));
    const day = this.#quotas.clock.now.toISOString().slice(0, 10);
    const usage = [...this.#uncounted].map(([keyId, calls]) => ({ keyId, day, status: 'answered' as const, calls }));
    this.#uncounted = new Map();
    return { gatewayId: this.id, sequence: this.#sequence, leases, usage, leaving };
  }

  #noteArrival(report: GatewayReport): void {
    if (this.#sent.includes(report)) return;
    this.#sent.push(report);
    for (const { id, spent } of report.leases) {
      const lease = this.known.find((known) => known.id === id);
      if (lease !== undefined) lease.reported = spent;
    }
    for (const { keyId, calls } of report.usage)
      this.usageReported.set(keyId, (this.usageReported.get(keyId) ?? 0n) + calls);
  }
}
