import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect';
import type {
  CreateEndpointRequest,
  ListDeliveriesRequest,
  WebhookService,
} from '@ledgergraph/proto-schemas/webhooks/v1/webhooks';
import { SignedCursor } from '@ledgergraph/service-kit/cursor/signed-cursor';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { settleChange } from '#/db/changes.ts';
import { countWaiting, findFailing, listDeliveries } from '#/db/deliveries.ts';
import { type Endpoint, listTeamEndpoints } from '#/db/endpoints.ts';
import { changeEndpoint, getEndpoint, removeEndpoint, rotateSecret } from '#/endpoints/change-endpoint.ts';
import { readTypes } from '#/endpoints/check-source.ts';
import { createEndpoint } from '#/endpoints/create-endpoint.ts';
import type { EndpointDeps } from '#/endpoints/endpoint-deps.ts';
import { type ReplayFrom, replay } from '#/endpoints/replay.ts';
import { testEndpoint } from '#/endpoints/test-endpoint.ts';
import { watchEvents } from '#/endpoints/watch-events.ts';
import type { EventCatalog } from '#/events/event-catalog.ts';
import { WebhookError } from '#/webhook-error.ts';
import {
  checkTexts,
  isParallel,
  readChangeId,
  readEnvironment,
  readSourceMessage,
  readState,
  readVariables,
} from './read-message.ts';
import { toAttemptMessage, toDeliveryMessage, toEndpointMessage } from './to-message.ts';

const PAGE = { usual: 50, max: 100 };
/** Counted up to here only. */
const WAITING_COUNTED = 10_000;

export type WebhookServiceDeps = EndpointDeps & {
  logger: Logger;
  /** Signs the cursors of lists. One or several secrets, divided by commas. */
  cursorSecret: string;
};

/** Connect RPC WebhookService. A refusal's message is for the owner; an internal error does not reveal its cause. */
export function webhookService(deps: WebhookServiceDeps): ServiceImpl<typeof WebhookService> {
  const { db, now } = deps;
  const describe = async (endpoint: Endpoint) => {
    const isFailing = endpoint.state === 'active' && endpoint.failingSince !== null;
    const failing = isFailing ? await findFailing(db, endpoint.id) : null;
    return toEndpointMessage(endpoint, await countWaiting(db, endpoint.id, WAITING_COUNTED), now(), failing);
  };
  return withErrors(deps.logger, {
    listEndpoints: async ({ teamId }) => ({
      endpoints: await Promise.all((await listTeamEndpoints(db, teamId)).map(describe)),
    }),
    createEndpoint: async (request) => {
      const { endpoint, secret } = await createEndpoint(deps, readWanted(request), readChangeId(request.changeId));
      // Nothing waits for a new one, and what is stored must not fail for a count.
      return { endpoint: toEndpointMessage(endpoint, 0, now()), secret };
    },
    updateEndpoint: async ({ teamId, endpointId, url, description, state, order, variablesJson, changeId }) => {
      const change = {
        url,
        description,
        ...(state !== undefined && { state: readState(state) }),
        ...(order !== undefined && { isParallel: isParallel(order) }),
        ...(variablesJson !== undefined && { variables: readVariables(variablesJson) }),
      };
      const changed = await changeEndpoint(deps, teamId, endpointId, change, readChangeId(changeId));
      return { endpoint: await describe(changed) };
    },
    deleteEndpoint: async ({ teamId, endpointId, changeId }) => {
      await removeEndpoint(deps, teamId, endpointId, readChangeId(changeId));
      return {};
    },
    rotateSecret: async ({ teamId, endpointId, changeId }) => {
      const { secret, previousUntil } = await rotateSecret(deps, teamId, endpointId, readChangeId(changeId));
      return { secret, previousSecretUntilMs: BigInt(previousUntil.getTime()) };
    },
    sendTestEvent: async ({ teamId, endpointId, changeId }) => {
      const { attempt, payload } = await testEndpoint(deps, teamId, endpointId, readChangeId(changeId));
      return { attempt: toAttemptMessage(attempt), payloadJson: payload };
    },
    replay: async ({ teamId, endpointId, from, changeId }) => ({
      endpoint: await describe(await replay(deps, teamId, endpointId, readReplay(from), readChangeId(changeId))),
    }),
    settleChange: async ({ changeId }) => {
      const id = readChangeId(changeId);
      if (id === undefined) throw new WebhookError('INVALID', 'Name the change.');
      return { wasMade: await settleChange(db, id) };
    },
    listDeliveries: (request) => listPage(deps, request),
    listEventTypes: async () => ({ eventTypes: listEventTypes(await readTypes(deps.types)) }),
    watchEvents: ({ teamId, environment, source }, { signal }) =>
      watchEvents(
        deps,
        { teamId, environment: readEnvironment(environment), source: readSourceMessage(source) },
        signal,
      ),
  });
}

function readWanted({ teamId, url, description, environment, source, order, fromHeight }: CreateEndpointRequest) {
  return {
    ...{ teamId, url, description },
    environment: readEnvironment(environment),
    source: readSourceMessage(source),
    isParallel: isParallel(order),
    fromHeight: fromHeight === undefined ? undefined : Number(fromHeight),
  };
}

/** One page of an endpoint's deliveries, newest first. */
async function listPage(deps: WebhookServiceDeps, { teamId, endpointId, limit, cursor }: ListDeliveriesRequest) {
  await getEndpoint(deps, teamId, endpointId);
  const cursors = new SignedCursor(deps.cursorSecret, `deliveries ${endpointId}`);
  const before = cursor === '' ? undefined : cursors.open(cursor);
  if (cursor !== '' && before === undefined) throw new WebhookError('INVALID', 'The cursor is not one of ours.');
  const size = Math.min(limit === 0 ? PAGE.usual : limit, PAGE.max);
  const found = await listDeliveries(deps.db, endpointId, size + 1, before === undefined ? undefined : BigInt(before));
  const page = found.slice(0, size);
  return {
    deliveries: page.map(toDeliveryMessage),
    nextCursor: found.length > size ? cursors.seal(String(page.at(-1)?.id)) : '',
  };
}

function listEventTypes({ types }: EventCatalog) {
  return [...types.values()].map(({ name, description, family }) => ({
    name,
    description,
    operation: family.operation,
    variables: family.variables.map(({ pattern: _, fault: __, ...variable }) => variable),
  }));
}

function readReplay(
  from:
    | { case: 'height' | 'timeSeconds'; value: bigint }
    | { case: 'deliveryId'; value: string }
    | { case: undefined; value?: undefined },
): ReplayFrom {
  switch (from.case) {
    case 'height':
      return { height: Number(from.value) };
    case 'timeSeconds':
      return { timeSeconds: Number(from.value) };
    case 'deliveryId':
      return { deliveryId: from.value };
    default:
      throw new WebhookError('INVALID', 'Name where the replay begins.');
  }
}

type Implementation = ServiceImpl<typeof WebhookService>;

function withErrors(logger: Logger, service: Implementation): Implementation {
  const translate = (error: unknown): never => {
    if (error instanceof WebhookError) throw error.toConnectError();
    if (error instanceof ConnectError && error.code === Code.Canceled) throw error;
    logger.error({ err: error }, 'a call about webhooks failed');
    throw new ConnectError('webhooks cannot be read or changed now', Code.Unavailable);
  };
  const entries = Object.entries(service).map(([name, call]) => {
    if (name === 'watchEvents')
      return [
        name,
        (request: never, context: never) => withStreamErrors(() => call(request, context) as never, request, translate),
      ];
    return [
      name,
      async (request: never, context: never) => {
        try {
          checkTexts(request);
          return await call(request, context);
        } catch (error) {
          return translate(error);
        }
      },
    ];
  });
  return Object.fromEntries(entries);
}

async function* withStreamErrors<Message>(
  open: () => AsyncIterable<Message>,
  request: unknown,
  translate: (error: unknown) => never,
): AsyncGenerator<Message> {
  try {
    checkTexts(request);
    yield* open();
  } catch (error) {
    translate(error);
  }
}
