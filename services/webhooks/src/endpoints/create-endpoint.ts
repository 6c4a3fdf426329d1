import type { WantedWebhook } from '@ledgergraph/proto-schemas/webhooks/webhook-contract';
import { noteChange } from '#/db/changes.ts';
import { type Endpoint, lockTeam } from '#/db/endpoints.ts';
import { findFaultOfHost } from '#/delivering/check-target.ts';
import { generateSecret } from '#/delivering/signing.ts';
import { readSource } from '#/events/source.ts';
import type { Prisma } from '#/generated/prisma/client.ts';
import type { TeamAccess } from '#/teams/team-access.ts';
import { WebhookError } from '#/webhook-error.ts';
import { checkSource, readTypes } from './check-source.ts';
import type { EndpointDeps } from './endpoint-deps.ts';
import { resolveNames } from './resolve-names.ts';

/** On any plan, so that their list needs no pages. */
export const ENDPOINTS_MAX = 100;

/** @param changeId by which the caller settles it @throws WebhookError INVALID, PLAN_LIMIT, NOT_FOUND, NOT_NOW */
export async function createEndpoint(
  deps: EndpointDeps,
  teamId: string,
  wanted: WantedWebhook,
  changeId?: string,
): Promise<{ endpoint: Endpoint; secret: string }> {
  await checkUrl(deps, wanted.url);
  const { keyHashes, endpointsMax: ofPlan } = await readAccess(deps, teamId);
  const keyHash = keyHashes[wanted.environment];
  const { fromHeight, ...settings } = await resolveNames(deps, keyHash, wanted);
  if (fromHeight !== undefined && readSource(await readTypes(deps.types), settings).isOfMempool) {
    throw new WebhookError('INVALID', 'Pending transactions have no height: they begin with what is pending now.');
  }
  const endpointsMax = Math.min(ofPlan ?? ENDPOINTS_MAX, ENDPOINTS_MAX);
  const begin = await checkSource(deps, keyHash, settings, { fromHeight });
  const secret = generateSecret();
  const endpoint = await deps.db.$transaction(async (tx) => {
    await noteChange(tx, changeId);
    const count = await lockTeam(tx, teamId);
    if (count >= endpointsMax) {
      const endpoints = `${endpointsMax} webhook ${endpointsMax === 1 ? 'endpoint' : 'endpoints'}`;
      const message = endpointsMax === ofPlan ? `The plan allows ${endpoints}.` : `A team may have ${endpoints}.`;
      throw new WebhookError('PLAN_LIMIT', message);
    }
    // It misses no event from its creation on, even if its worker begins later.
    const start = fromHeight === undefined ? { cursor: begin } : { fromHeight };
    const variables = settings.variables as Prisma.InputJsonObject;
    return tx.endpoint.create({ data: { ...settings, ...start, teamId, variables, secret: deps.box.seal(secret) } });
  });
  return { endpoint, secret };
}

/** @throws WebhookError NOT_FOUND for a team that was deleted */
export async function readAccess({ accounts }: EndpointDeps, teamId: string): Promise<TeamAccess> {
  const access = await accounts.access(teamId);
  if (access === null) throw new WebhookError('NOT_FOUND', 'There is no such team.');
  return access;
}

/** @throws WebhookError INVALID */
export async function checkUrl(
  { allowed, findAddresses }: Pick<EndpointDeps, 'allowed' | 'findAddresses'>,
  url: string,
): Promise<void> {
  const fault = await findFaultOfHost(url, allowed, findAddresses);
  if (fault !== undefined) throw new WebhookError('INVALID', fault);
}
