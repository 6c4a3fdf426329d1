import { noteChange } from '#/db/changes.ts';
import { restartWaiting } from '#/db/deliveries.ts';
import { deleteEndpoint, type Endpoint, findEndpoint, updateEndpoint } from '#/db/endpoints.ts';
import { holdEndpoint } from '#/db/kept-bytes.ts';
import { generateSecret } from '#/delivering/signing.ts';
import { WebhookError } from '#/webhook-error.ts';
import { checkDescription, checkUrl } from './create-endpoint.ts';
import type { EndpointDeps } from './endpoint-deps.ts';

/** For so long after a rotation the secret before signs too. */
const ROTATION_MS = 24 * 3_600_000;

/** Absent members stay as they are. */
export interface EndpointChange {
  url?: string | undefined;
  description?: string | undefined;
  isParallel?: boolean | undefined;
  /** `active` goes on where it stopped, also after it was disabled. */
  state?: 'active' | 'paused' | undefined;
}

/** An endpoint of a team. @throws WebhookError NOT_FOUND, also for another team's */
export async function getEndpoint({ db }: Pick<EndpointDeps, 'db'>, teamId: string, id: string): Promise<Endpoint> {
  return (await findEndpoint(db, teamId, id)) ?? unknownEndpoint();
}

/** @throws WebhookError NOT_FOUND, INVALID; then nothing changes */
export async function changeEndpoint(
  deps: EndpointDeps,
  teamId: string,
  id: string,
  change: EndpointChange,
  changeId?: string,
): Promise<Endpoint> {
  await getEndpoint(deps, teamId, id);
  const { url, description, isParallel, state } = change;
  if (url !== undefined) await checkUrl(deps, url);
  if (description !== undefined) checkDescription(description);
  const isStarted = state === 'active';
  return deps.db.$transaction(async (tx) => {
    await noteChange(tx, changeId);
    // The row of the endpoint first, and its deliveries after it, as everywhere: no two transactions wait for each other.
    await holdEndpoint(tx, id);
    if (isStarted) await restartWaiting(tx, id, deps.now());
    const changed = await updateEndpoint(tx, id, {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(isParallel !== undefined && { isParallel }),
      ...(state !== undefined && { state }),
      ...(isStarted && { disabledReason: '', isMailDue: false, failingSince: null }),
      revision: { increment: 1 },
    });
    return changed ?? unknownEndpoint();
  });
}

/** Deletes an endpoint with all that waits for it. @throws WebhookError NOT_FOUND */
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

/**
 * Makes a new secret; the one before signs too for a day.
 * @throws WebhookError NOT_FOUND
 */
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
