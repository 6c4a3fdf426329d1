import type { MessageInitShape } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import {
  CallStatus,
  type LeaseReport,
  type QuotaSchema,
  type ReportRequest,
  type UsageReport,
} from '@ledgergraph/proto-schemas/accounts/v1/quota';
import type { CallStatus as StoredStatus } from '#/generated/prisma/client.ts';
import type { QuotaState } from '#/quota/quota-state.ts';
import type { ReportedLease } from '#/quota/settle-leases.ts';
import type { GatewayReport } from '#/quota/take-report.ts';
import type { UsageCount } from '#/usage/add-usage.ts';

const GATEWAY_ID = /^[\w.-]{1,64}$/;
const TEAM_ID = /^[\w.-]{1,64}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const COUNT_MAX = 2n ** 63n - 1n;
const DAY_MS = 86_400_000;
/** 31 December 9999: a date with more digits does not compare as text. */
const DAY_MAX = 2_932_896;

const STATUSES: Record<CallStatus, StoredStatus | undefined> = {
  [CallStatus.UNSPECIFIED]: undefined,
  [CallStatus.ANSWERED]: 'answered',
  [CallStatus.REJECTED]: 'rejected',
  [CallStatus.RATE_LIMITED]: 'rate_limited',
  [CallStatus.QUOTA_EXCEEDED]: 'quota_exceeded',
  [CallStatus.FAILED]: 'failed',
};

/** Throws INVALID_ARGUMENT. */
export function readGatewayId(id: string): string {
  return matching(id, GATEWAY_ID, 'gateway_id');
}

export function readTeamId(id: string): string {
  return matching(id, TEAM_ID, 'team_id');
}

export function readLeaseId(id: string): string {
  return matching(id, UUID, 'lease_id').toLowerCase();
}

/** A number beyond the database's greatest becomes the greatest. */
export function readPositive(value: bigint, name: string): bigint {
  if (value < 1n) throw new ConnectError(`${name} must be 1 or more`, Code.InvalidArgument);
  return bounded(value);
}

/** Unreadable parts are left out and counted, so that the rest does not wait. */
export function readReport(request: ReportRequest): GatewayReport & { unreadable: number } {
  const leases = new Map<string, ReportedLease>();
  for (const reported of request.leases)
    if (UUID.test(reported.leaseId)) leases.set(reported.leaseId.toLowerCase(), readLease(reported));
  const usage = request.usage.flatMap(readUsage);
  return {
    gatewayId: readGatewayId(request.gatewayId),
    sequence: readPositive(request.sequence, 'sequence'),
    leases: [...leases.values()],
    usage,
    leaving: request.leaving,
    unreadable: request.leases.length - leases.size + request.usage.length - usage.length,
  };
}

export function toQuotaMessage(quota: QuotaState): MessageInitShape<typeof QuotaSchema> {
  const { teamId, limit, free, outstanding, startsAt, endsAt } = quota;
  return {
    teamId,
    ...(limit !== null && { limit }),
    free,
    outstanding,
    startsAt: toSeconds(startsAt),
    endsAt: toSeconds(endsAt),
  };
}

function readLease({ leaseId, spent, size, closed }: LeaseReport): ReportedLease {
  return {
    id: leaseId.toLowerCase(),
    spent: bounded(spent),
    closed,
    size: size === undefined ? undefined : bounded(size),
  };
}

function readUsage({ keyId, day, status, calls }: UsageReport): UsageCount[] {
  const stored = STATUSES[status];
  if (stored === undefined || day > DAY_MAX) return [];
  return [{ keyId, day: new Date(day * DAY_MS).toISOString().slice(0, 10), status: stored, calls }];
}

function matching(text: string, pattern: RegExp, name: string): string {
  if (!pattern.test(text)) throw new ConnectError(`${name} cannot be one`, Code.InvalidArgument);
  return text;
}

function bounded(value: bigint): bigint {
  return value > COUNT_MAX ? COUNT_MAX : value;
}

function toSeconds(moment: Date): bigint {
  return BigInt(moment.getTime() / 1000);
}
