import { noteChange } from '#/db/changes.ts';
import { type Endpoint, lockTeam } from '#/db/endpoints.ts';
import { findFaultOfHost } from '#/delivering/check-target.ts';
import { generateSecret } from '#/delivering/signing.ts';
import { readSource, type Source } from '#/events/source.ts';
import type { TeamAccess } from '#/teams/team-access.ts';
import { WebhookError } from '#/webhook-error.ts';
import { checkSource, readTypes } from './check-source.ts';
import type { EndpointDeps } from './endpoint-deps.ts';

const DESCRIPTION_MAX = 200;
/** Endpoints of a team on any plan, so that their list needs no pages. */
export const ENDPOINTS_MAX = 100;

export interface NewEndpoint {
  teamId: string;
  environment: 'live' | 'test';
  url: string;
  description: string;
  source: Source;
  isParallel: boolean;
  /** Begin with the events of this block; absent: with the next one. */
  fromHeight?: number | undefined;
}

/**
 * Stores an endpoint.
 * @param changeId id that the caller has given this change, to settle it by
 * @returns the endpoint, and its secret, which exists only here
 * @throws WebhookError INVALID, PLAN_LIMIT, NOT_FOUND, NOT_NOW; then nothing is stored
 */
export async function createEndpoint(
  deps: EndpointDeps,
  wanted: NewEndpoint,
  changeId?: string,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const { teamId, environment, url, description, source, isParallel, fromHeight } = wanted;
  await checkUrl(deps, url);
  checkDescription(description);
  if (fromHeight !== undefined && readSource(await readTypes(deps.types), source).isOfMempool) {
    throw new WebhookError('INVALID', 'Pending transactions have no height: they begin with what is pending now.');
  }
  const { keyHashes, endpointsMax: ofPlan } = await readAccess(deps, teamId);
  const endpointsMax = Math.min(ofPlan ?? ENDPOINTS_MAX, ENDPOINTS_MAX);
  const begin = await checkSource(deps, keyHashes[environment], source, { fromHeight });
  const secret = generateSecret();
  const endpoint = await deps.db.$transaction(async (tx) => {
    await noteChange(tx, changeId);
    const count = await lockTeam(tx, teamId);
    if (count >= endpointsMax) {
      const endpoints = `${endpointsMax} webhook ${endpointsMax === 1 ? 'endpoint' : 'endpoints'}`;
      const message = endpointsMax === ofPlan ? `The plan allows ${endpoints}.` : `A team may have ${endpoints}.`;
      throw new WebhookError('PLAN_LIMIT', message);
    }
    const { eventType, operation, variables } = source;
    const settings = { teamId, environment, url, description, eventType, operation, variables, isParallel };
    // From its creation on it misses no event, also if its worker begins later.
    const data = { ...settings, ...(fromHeight === undefined ? { cursor: begin } : { fromHeight }) };
    return tx.endpoint.create({ data: { ...data, secret: deps.box.seal(secret) } });
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

/** @throws WebhookError INVALID */
export function checkDescription(description: string): void {
  if (description.length > DESCRIPTION_MAX) {
    throw new WebhookError('INVALID', `A description has at most ${DESCRIPTION_MAX} characters.`);
  }
}
