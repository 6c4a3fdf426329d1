import { restartWaiting } from '#/db/deliveries.ts';
import { type Endpoint, findEndpoint, updateEndpoint } from '#/db/endpoints.ts';
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
): Promise<Endpoint> {
  await getEndpoint(deps, teamId, id);
  const { url, description, isParallel, state } = change;
  if (url !== undefined) await checkUrl(deps, url);
  if (description !== undefined) checkDescription(description);
  const isStarted = state === 'active';
  const changed = await deps.db.$transaction(async (tx) => {
    if (isStarted) await restartWaiting(tx, id, deps.now());
    return updateEndpoint(tx, id, {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(isParallel !== undefined && { isParallel }),
      ...(state !== undefined && { state }),
      ...(isStarted && { disabledReason: '', isMailDue: false, failingSince: null }),
      revision: { increment: 1 },
    });
  });
  return changed ?? unknownEndpoint();
}

/**
 * Makes a new secret; the one before signs too for a day.
 * @throws WebhookError NOT_FOUND
 */
export async function rotateSecret(
  deps: EndpointDeps,
  teamId: string,
  id: string,
): Promise<{ secret: string; previousUntil: Date }> {
  const { secret: previousSecret } = await getEndpoint(deps, teamId, id);
  const secret = generateSecret();
  const previousUntil = new Date(deps.now().getTime() + ROTATION_MS);
  const changed = await updateEndpoint(deps.db, id, {
    secret: deps.box.seal(secret),
    previousSecret: new Uint8Array(previousSecret),
    previousSecretUntil: previousUntil,
    revision: { increment: 1 },
  });
  return changed === null ? unknownEndpoint() : { secret, previousUntil };
}

export function unknownEndpoint(): never {
  throw new WebhookError('NOT_FOUND', 'There is no such webhook endpoint.');
}
