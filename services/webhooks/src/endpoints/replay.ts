import type { Replay } from '@ledgergraph/proto-schemas/webhooks/webhook-contract';
import { noteChange } from '#/db/changes.ts';
import type { Connection } from '#/db/connection.ts';
import { findDelivery, isFull, queueLimit, repeatDelivery } from '#/db/deliveries.ts';
import { type Endpoint, updateEndpoint } from '#/db/endpoints.ts';
import { holdEndpoint } from '#/db/kept-bytes.ts';
import { readSource } from '#/events/source.ts';
import type { Json } from '#/gateway/json.ts';
import { WebhookError } from '#/webhook-error.ts';
import { getEndpoint, unknownEndpoint } from './change-endpoint.ts';
import { readTypes, toOwnersError } from './check-source.ts';
import { readAccess } from './create-endpoint.ts';
import type { EndpointDeps } from './endpoint-deps.ts';

const TIP = `query Tip($chainId: String) { syncState(chainId: $chainId) { lastBlockHeight } }`;
const BLOCK_TIME = `query BlockTime($chainId: String, $height: BigInt!) { block(chainId: $chainId, height: $height) { time } }`;

/** Keeps the ids of the events. Waiting deliveries come first. @throws WebhookError NOT_FOUND, INVALID, NOT_NOW */
export async function replay(
  deps: EndpointDeps,
  teamId: string,
  id: string,
  from: Replay,
  changeId?: string,
): Promise<Endpoint> {
  const endpoint = await getEndpoint(deps, teamId, id);
  if ('deliveryId' in from) {
    const delivery = await findDelivery(deps.db, id, from.deliveryId);
    if (delivery === null) throw new WebhookError('NOT_FOUND', 'There is no such delivery.');
    if (!delivery.hasContent)
      throw new WebhookError(
        'INVALID',
        'The content of this delivery is no longer kept. Replay from a height instead.',
      );
    const { bytesPerEndpoint } = await readAccess(deps, teamId);
    return move(deps, id, changeId, {}, async (tx) => {
      // One at a time, so that simultaneous replays are all counted.
      await holdEndpoint(tx, id);
      if (await isFull(tx, id, queueLimit(bytesPerEndpoint)))
        throw new WebhookError('TOO_MANY', 'Too many deliveries wait already. Replay from a height instead.');
      await repeatDelivery(tx, delivery, bytesPerEndpoint);
    });
  }
  if (readSource(await readTypes(deps.types), endpoint).isOfMempool) {
    throw new WebhookError('INVALID', 'Pending transactions have no height: replay single deliveries.');
  }
  const fromHeight = await findHeight(deps, endpoint, from);
  return move(deps, id, changeId, { cursor: null, fromHeight, trouble: '' });
}

function move(
  { db }: EndpointDeps,
  id: string,
  changeId: string | undefined,
  change: { cursor?: null; fromHeight?: number; trouble?: string },
  before?: (tx: Connection) => Promise<void>,
): Promise<Endpoint> {
  return db.$transaction(async (tx) => {
    await noteChange(tx, changeId);
    await before?.(tx);
    return (await updateEndpoint(tx, id, { ...change, revision: { increment: 1 } })) ?? unknownEndpoint();
  });
}

async function findHeight(
  deps: EndpointDeps,
  endpoint: Endpoint,
  from: Exclude<Replay, { deliveryId: string }>,
): Promise<number> {
  const { keyHashes } = await readAccess(deps, endpoint.teamId);
  const keyHash = keyHashes[endpoint.environment];
  if (keyHash === null) throw new WebhookError('NOT_NOW', 'The team has no API key for webhooks that works.');
  const { chainId } = endpoint.variables as Record<string, Json>;
  const ask = async (operation: string, height?: number): Promise<Json> => {
    try {
      return (await deps.gateway.ask(keyHash, operation, { chainId, ...(height !== undefined && { height }) })).data;
    } catch (error) {
      throw toOwnersError(error);
    }
  };
  const tip: number = (await ask(TIP)).syncState.lastBlockHeight;
  if ('fromHeight' in from) {
    if (from.fromHeight > tip) throw new WebhookError('INVALID', `There is no block ${from.fromHeight} yet.`);
    return from.fromHeight;
  }
  const timeSeconds = Math.floor(Date.parse(from.fromTime) / 1_000);
  return findFirstSince(timeSeconds, tip, async (height) => (await ask(BLOCK_TIME, height)).block.time);
}

/** A block's time may be two hours off, so an earlier block may be a little younger. @throws WebhookError INVALID */
async function findFirstSince(time: number, tip: number, timeOf: (height: number) => Promise<number>): Promise<number> {
  if ((await timeOf(tip)) < time) throw new WebhookError('INVALID', 'All blocks are older.');
  let [low, high] = [0, tip];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await timeOf(middle)) >= time) high = middle;
    else low = middle + 1;
  }
  return low;
}
