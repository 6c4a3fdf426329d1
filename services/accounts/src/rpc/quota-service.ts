import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect';
import type { QuotaService } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { Database } from '#/db/connection.ts';
import { leaseUnits } from '#/quota/lease-units.ts';
import { QuotaError, type QuotaErrorCode } from '#/quota/quota-error.ts';
import { takeReport } from '#/quota/take-report.ts';
import { readGatewayId, readLeaseId, readPositive, readReport, readTeamId, toQuotaMessage } from './quota-messages.ts';

const CODES: Record<QuotaErrorCode, Code> = {
  UNKNOWN_TEAM: Code.NotFound,
  GATEWAY_LEFT: Code.FailedPrecondition,
  LEASE_OF_ANOTHER: Code.AlreadyExists,
  REPORT_GAP: Code.FailedPrecondition,
};

export type QuotaServiceDeps = {
  db: Database;
  now: () => Date;
  logger: Logger;
  /** Without it gateways learn this with their next report. */
  publishWanted: (teamId: string) => void;
};

/** UNAVAILABLE when nothing could be booked: asking again with the same ids is safe. */
export function quotaService(deps: QuotaServiceDeps): ServiceImpl<typeof QuotaService> {
  return {
    async lease(request) {
      const wish = {
        leaseId: readLeaseId(request.leaseId),
        gatewayId: readGatewayId(request.gatewayId),
        teamId: readTeamId(request.teamId),
        want: readPositive(request.want, 'want'),
      };
      const { lease, quota } = await leaseUnits(deps, wish).catch((error: unknown) => refuse(error, deps.logger));
      return { ...(lease !== undefined && { lease }), quota: toQuotaMessage(quota) };
    },
    async report(request) {
      const { unreadable, ...report } = readReport(request);
      if (unreadable > 0)
        deps.logger.error({ gatewayId: report.gatewayId, unreadable }, 'parts of a report cannot be read');
      const { wantedTeamIds, quotas } = await takeReport(deps, report).catch((error: unknown) =>
        refuse(error, deps.logger),
      );
      return { wantedTeamIds, quotas: quotas.map(toQuotaMessage) };
    },
  };
}

function refuse(error: unknown, logger: Logger): never {
  if (error instanceof QuotaError) throw new ConnectError(error.message, CODES[error.code]);
  logger.error({ err: error }, 'a quota could not be booked');
  throw new ConnectError('quotas cannot be booked now', Code.Unavailable);
}
