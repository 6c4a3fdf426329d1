import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect';
import type { TeamService } from '@ledgergraph/proto-schemas/accounts/v1/teams';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { findWebhookKey, isUuid } from '#/db/api-keys.ts';
import type { Database } from '#/db/connection.ts';
import { listMembers } from '#/db/members.ts';
import { findTeamById } from '#/db/teams.ts';
import type { Mailer } from '#/mail/mail.ts';
import { writeWebhookDisabled } from '#/mail/write-mails.ts';
import { DASHBOARD_PATH } from '#/page-path.ts';
import { readRole } from '#/teams/rights.ts';

export type TeamServiceDeps = { db: Database; now: () => Date; mailer: Mailer; publicUrl: string; logger: Logger };

/** NOT_FOUND for a deleted team, UNAVAILABLE while the database is away. */
export function teamService(deps: TeamServiceDeps): ServiceImpl<typeof TeamService> {
  return {
    async getWebhookAccess({ teamId }) {
      const { plan } = await readTeam(deps, teamId);
      const [live, test] = await readKeys(deps, teamId);
      const { webhookEndpoints: endpointsMax, webhookDeliveriesPerSecond: deliveriesPerSecond } = plan;
      const { webhookMegabytesPerEndpoint: megabytesPerEndpoint } = plan;
      return {
        ...(live != null && { liveKeyHash: live.hash }),
        ...(test != null && { testKeyHash: test.hash }),
        ...(endpointsMax !== null && { endpointsMax }),
        ...(deliveriesPerSecond !== null && { deliveriesPerSecond }),
        ...(megabytesPerEndpoint !== null && { megabytesPerEndpoint }),
      };
    },
    async mailEndpointDisabled({ teamId, url, reason }) {
      const { name: team, slug } = await readTeam(deps, teamId);
      const members = await listMembers(deps.db, teamId);
      const link = `${deps.publicUrl}${DASHBOARD_PATH}/teams/${slug}/webhooks`;
      const owners = members.filter(({ role }) => readRole(role) === 'owner');
      // Not awaited: the mailer retries for longer than a call may take.
      for (const { user } of owners) {
        deps.mailer
          .send(writeWebhookDisabled(user, { team, url, reason }, link))
          .catch((error: unknown) => deps.logger.error({ err: error, teamId }, 'a mail about a webhook was given up'));
      }
      return {};
    },
  };
}

async function readTeam({ db, logger }: TeamServiceDeps, teamId: string) {
  const team = isUuid(teamId) ? await findTeamById(db, teamId).catch((error: unknown) => refuse(error, logger)) : null;
  if (team === null) throw new ConnectError('there is no such team', Code.NotFound);
  return team;
}

function readKeys({ db, now, logger }: TeamServiceDeps, teamId: string) {
  const environments = ['live', 'test'] as const;
  return Promise.all(environments.map((environment) => findWebhookKey(db, teamId, environment, now()))).catch(
    (error: unknown) => refuse(error, logger),
  );
}

function refuse(error: unknown, logger: Logger): never {
  logger.error({ err: error }, 'a team could not be looked up');
  throw new ConnectError('teams cannot be looked up now', Code.Unavailable);
}
