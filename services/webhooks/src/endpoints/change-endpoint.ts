import type { WebhookChange } from '@ledgergraph/proto-schemas/webhooks/webhook-contract';
import { noteChange } from '#/db/changes.ts';
import { restartQueued } from '#/db/deliveries.ts';
import { deleteEndpoint, type Endpoint, findEndpoint, updateEndpoint } from '#/db/endpoints.ts';
import { holdEndpoint } from '#/db/kept-bytes.ts';
import { generateSecret } from '#/delivering/signing.ts';
import { readSource, type Source } from '#/events/source.ts';
import type { Prisma } from '#/generated/prisma/client.ts';
import { WebhookError } from '#/webhook-error.ts';
import { checkSource, readTypes } from './check-source.ts';
import { checkUrl, readAccess } from './create-endpoint.ts';
import type { EndpointDeps } from './endpoint-deps.ts';
import { resolveNames } from './resolve-names.ts';

/** The previous secret also signs for this time. */
const ROTATION_MS = 24 * 3_600_000;

/** @throws WebhookError NOT_FOUND, also for another team's */
export async function getEndpoint({ db }: Pick<EndpointDeps, 'db'>, teamId: string, id: string): Promise<Endpoint> {
  return (await findEndpoint(db, teamId, id)) ?? unknownEndpoint();
}

/** @throws WebhookError NOT_FOUND, INVALID, NOT_NOW; then nothing changes */
export async function changeEndpoint(
  deps: EndpointDeps,
  teamId: string,
  id: string,
  change: WebhookChange,
  changeId?: string,
): Promise<Endpoint> {
  const endpoint = await getEndpoint(deps, teamId, id);
  const { url, state } = change;
  if (url !== undefined) await checkUrl(deps, url);
  const variables = change.variables && (await checkVariables(deps, endpoint, change.variables));
  const isStarted = state === 'active';
  return deps.db.$transaction(async (tx) => {
    await noteChange(tx, changeId);
    // The endpoint's row before its deliveries, as everywhere: no two transactions wait for each other.
    await holdEndpoint(tx, id);
    if (isStarted) await restartQueued(tx, id, deps.now());
    const changed = await updateEndpoint(tx, id, {
      ...(change as Prisma.EndpointUncheckedUpdateManyInput),
      ...(variables !== undefined && { variables, trouble: '' }),
      ...(isStarted && { disabledReason: '', isMailDue: false, failingSince: null }),
      revision: { increment: 1 },
    });
    return changed ?? unknownEndpoint();
  });
}

/** Positions belong to the chain and the subscription, not to the variables, so nothing is lost or repeated. */
async function checkVariables(
  deps: EndpointDeps,
  endpoint: Endpoint,
  variables: Source['variables'],
): Promise<Prisma.InputJsonObject> {
  const { keyHashes } = await readAccess(deps, endpoint.teamId);
  const { cursor, environment } = endpoint;
  const source = await resolveNames(deps, keyHashes[environment], { ...(endpoint as Source), variables });
  if (readSource(await readTypes(deps.types), source).isOfMempool) {
    throw new WebhookError('INVALID', 'What was delivered as pending could not be undone then: make another webhook.');
  }
  if (cursor === null)
    throw new WebhookError('INVALID', 'The webhook is about to begin at a block. Change its variables once it has.');
  await checkSource(deps, keyHashes[environment], source, { cursor });
  return source.variables as Prisma.InputJsonObject;
}

/** @throws WebhookError NOT_FOUND */
export async function removeEndpoint(
  { db }: Pick<EndpointDeps, 'db'>,
  teamId: string,
  id: string,
  changeId?: string,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await noteChange(tx, changeId);
    if (!(await deleteEndpoint(tx, teamId, id))) unknownEndpoint();
  });
}

/** @throws WebhookError NOT_FOUND */
export async function rotateSecret(
  deps: EndpointDeps,
  teamId: string,
  id: string,
  changeId?: string,
): Promise<{ secret: string; previousUntil: Date }> {
  const { secret: previousSecret } = await getEndpoint(deps, teamId, id);
  const secret = generateSecret();
  const previousUntil = new Date(deps.now().getTime() + ROTATION_MS);
  await deps.db.$transaction(async (tx) => {
    await noteChange(tx, changeId);
    const changed = await updateEndpoint(tx, id, {
      secret: deps.box.seal(secret),
      previousSecret: new Uint8Array(previousSecret),
      previousSecretUntil: previousUntil,
      revision: { increment: 1 },
    });
    if (changed === null) unknownEndpoint();
  });
  return { secret, previousUntil };
}

export function unknownEndpoint(): never {
  throw new WebhookError('NOT_FOUND', 'There is no such webhook endpoint.');
}
