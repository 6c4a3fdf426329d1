import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import type { Bus } from '@ledgergraph/event-bus/bus';
import {
  type CallStatus,
  type LeaseRequestSchema,
  type LeaseResponse,
  LeaseResponseSchema,
  type QuotaSchema,
  QuotaWantedSchema,
  type ReportRequestSchema,
  type ReportResponse,
  ReportResponseSchema,
} from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';

interface Held {
  gatewayId: string;
  teamId: string;
  startsAt: bigint;
  size: bigint;
  spent: bigint;
}

/** No write-offs, and one plan for each team. */
export class FakeQuotaService {
  /** Per month and team; undefined: not limited. */
  limit: bigint | undefined = 1_000n;
  leaseMax = 1_000n;
  now: () => number = Date.now;
  /** Called before and after a request; the gateway sees the error that it throws. */
  before: (method: 'lease' | 'report') => void | Promise<void> = () => {};
  after: (method: 'lease' | 'report') => void | Promise<void> = () => {};
  leaseQuestions = 0;
  reportsReceived = 0;
  readonly left = new Set<string>();
  readonly leases = new Map<string, Held>();
  /** By team and first second of the month. */
  readonly spent = new Map<string, bigint>();
  readonly #usage = new Map<string, bigint>();
  readonly #sequences = new Map<string, bigint>();
  readonly #wanted = new Set<string>();
  readonly #bus: Bus | undefined;

  constructor(bus?: Bus) {
    this.#bus = bus;
  }

  calls(keyId: string, status: CallStatus): number {
    let sum = 0n;
    for (const [id, calls] of this.#usage) if (id.startsWith(`${keyId} `) && id.endsWith(` ${status}`)) sum += calls;
    return Number(sum);
  }

  /** By `key day status`. */
  usage(): Record<string, number> {
    return Object.fromEntries(Array.from(this.#usage, ([id, calls]) => [id, Number(calls)]));
  }

  totalSpent(): bigint {
    return [...this.spent.values()].reduce((sum, units) => sum + units, 0n);
  }

  async lease(request: MessageInitShape<typeof LeaseRequestSchema>): Promise<LeaseResponse> {
    this.leaseQuestions++;
    await this.before('lease');
    const { leaseId = '', gatewayId = '', teamId = '', want = 0n } = request;
    const known = this.leases.get(leaseId);
    const quota = this.#quota(teamId, this.#month());
    const size = known?.size ?? this.#grant(want, quota.free ?? 0n);
    if (known === undefined && size > 0n && this.limit !== undefined) {
      this.leases.set(leaseId, { gatewayId, teamId, startsAt: this.#month(), size, spent: 0n });
    }
    const answer = create(LeaseResponseSchema, {
      quota: this.#quota(teamId, this.#month()),
      ...(size > 0n && this.limit !== undefined && { lease: { id: leaseId, size } }),
    });
    if (size === 0n && (quota.outstanding ?? 0n) > 0n) {
      this.#wanted.add(teamId);
      this.#bus?.publish(SUBJECTS.quotaWanted, QuotaWantedSchema, { teamId });
    }
    await this.after('lease');
    return answer;
  }

  async report(request: MessageInitShape<typeof ReportRequestSchema>): Promise<ReportResponse> {
    this.reportsReceived++;
    await this.before('report');
    const { gatewayId = '', sequence = 0n, leases = [], usage = [], leaving = false } = request;
    const last = this.#sequences.get(gatewayId) ?? 0n;
    if (sequence > last + 1n) throw new ConnectError('reports are missing', Code.FailedPrecondition);
    if (sequence === last + 1n) {
      this.#sequences.set(gatewayId, sequence);
      for (const { leaseId = '', spent = 0n, closed = false, size } of leases) {
        this.#settle(leaseId, spent, size, closed);
      }
      for (const { keyId, day, status, calls = 0n } of usage) {
        const id = `${keyId} ${day} ${status}`;
        this.#usage.set(id, (this.#usage.get(id) ?? 0n) + calls);
      }
      if (leaving) this.#leave(gatewayId);
    }
    const months = new Map(
      leases.flatMap(({ leaseId = '' }) => {
        const held = this.leases.get(leaseId);
        return held === undefined ? [] : [[`${held.teamId} ${held.startsAt}`, held] as const];
      }),
    );
    const answer = create(ReportResponseSchema, {
      wantedTeamIds: [...this.#wanted],
      quotas: Array.from(months.values(), ({ teamId, startsAt }) => this.#quota(teamId, startsAt)).reverse(),
    });
    this.#wanted.clear();
    await this.after('report');
    return answer;
  }

  /** As if its database were an older one. */
  forgetGateways(): void {
    this.#sequences.clear();
    this.leases.clear();
  }

  #settle(leaseId: string, spent: bigint, size: bigint | undefined, closed: boolean): void {
    const held = this.leases.get(leaseId);
    if (held === undefined) return;
    if (spent < held.spent || spent > held.size) throw new Error(`${spent} of ${held.size} spent`);
    const month = `${held.teamId} ${held.startsAt}`;
    this.spent.set(month, (this.spent.get(month) ?? 0n) + spent - held.spent);
    held.spent = spent;
    if (size !== undefined && size < held.size) held.size = size;
    if (closed) this.leases.delete(leaseId);
  }

  #leave(gatewayId: string): void {
    this.left.add(gatewayId);
    for (const [id, lease] of this.leases) if (lease.gatewayId === gatewayId) this.leases.delete(id);
  }

  #grant(want: bigint, free: bigint): bigint {
    const share = free / 8n > 0n ? free / 8n : 1n;
    return [want, share, free, this.leaseMax].reduce((least, units) => (units < least ? units : least));
  }

  #quota(teamId: string, startsAt: bigint): MessageInitShape<typeof QuotaSchema> {
    const held = [...this.leases.values()].filter((lease) => lease.teamId === teamId && lease.startsAt === startsAt);
    const outstanding = held.reduce((sum, { size, spent }) => sum + size - spent, 0n);
    const spent = this.spent.get(`${teamId} ${startsAt}`) ?? 0n;
    const start = new Date(Number(startsAt) * 1000);
    const endsAt = BigInt(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1) / 1000);
    if (this.limit === undefined) return { teamId, startsAt, endsAt };
    const free = this.limit - spent - outstanding;
    return { teamId, limit: this.limit, free: free > 0n ? free : 0n, outstanding, startsAt, endsAt };
  }

  #month(): bigint {
    const date = new Date(this.now());
    return BigInt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000);
  }
}
