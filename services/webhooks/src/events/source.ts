import { isEventId } from '@ledgergraph/graph-kit/event-ids';
import type { WebhookVariable } from '@ledgergraph/graph-kit/webhook-types';
import { getOperationAST, parse, visit } from 'graphql';
import type { Json } from '#/gateway/json.ts';
import type { Endpoint } from '#/generated/prisma/client.ts';
import { WebhookError } from '#/webhook-error.ts';
import type { EventCatalog, EventType } from './event-catalog.ts';

export interface Source {
  /** Null: `operation` is the owner's own subscription. */
  eventType: string | null;
  operation: string;
  variables: Record<string, Json>;
}

export interface ReadySource {
  /** Undefined for the owner's own subscription. */
  type: EventType | undefined;
  operation: string;
  /** Without those of conditions. */
  operationVariables: Record<string, Json>;
  variables: Record<string, Json>;
  /** Pending transactions have no block to begin at. */
  isOfMempool: boolean;
  /** The source is read again when the graph has other types. */
  catalog: EventCatalog;
}

const VALUES_MAX = 1_000;

/** Checks the parts that need no gateway. @throws WebhookError INVALID */
export function readSource(catalog: EventCatalog, stored: Source | Endpoint): ReadySource {
  const source = stored as Source;
  return source.eventType === null ? readOwn(catalog, source) : readType(catalog, source.eventType, source);
}

function readOwn(catalog: EventCatalog, { operation, variables }: Source): ReadySource {
  if (operation.trim() === '') throw new WebhookError('INVALID', 'Choose an event type, or write a subscription.');
  if (!isSubscription(operation)) throw new WebhookError('INVALID', 'The operation must be one subscription.');
  return {
    type: undefined,
    operation,
    operationVariables: variables,
    variables,
    isOfMempool: asksForPending(catalog, operation),
    catalog,
  };
}

/** No other type has a field of that name. */
function asksForPending(catalog: EventCatalog, operation: string): boolean {
  let isFound = false;
  visit(parse(operation, { noLocation: true }), {
    Field: ({ name }) => {
      isFound ||= catalog.isOfMempool(name.value);
    },
  });
  return isFound;
}

function isSubscription(operation: string): boolean {
  try {
    return getOperationAST(parse(operation, { maxTokens: 10_000, noLocation: true }))?.operation === 'subscription';
  } catch {
    return false;
  }
}

function readType(catalog: EventCatalog, name: string, { variables }: Source): ReadySource {
  const type = catalog.types.get(name);
  if (type === undefined)
    throw new WebhookError('INVALID', `There is no event type ${JSON.stringify(name.slice(0, 64))}.`);
  const { operation, variables: known, txid } = type.family;
  for (const given of Object.keys(variables)) {
    if (!known.some((variable) => variable.name === given)) {
      throw new WebhookError('INVALID', `${name} has no variable ${JSON.stringify(given.slice(0, 64))}.`);
    }
  }
  for (const variable of known) {
    const value = variables[variable.name];
    if (value == null) {
      if (variable.isRequired)
        throw new WebhookError('INVALID', `${name} needs ${variable.name}: ${variable.description}.`);
      continue;
    }
    const fault = findFault(variable, value, operation);
    if (fault !== undefined) throw new WebhookError('INVALID', `${fault}.`);
  }
  const ofOperation = Object.entries(variables).filter(([key]) => isArgument(operation, key));
  return {
    type,
    operation,
    operationVariables: Object.fromEntries(ofOperation),
    variables,
    isOfMempool: txid !== undefined,
    catalog,
  };
}

function isArgument(operation: string, name: string): boolean {
  return operation.includes(`$${name}:`);
}

/** The gateway checks arguments of the operation. */
function findFault(variable: WebhookVariable, value: unknown, operation: string): string | undefined {
  const { name, isList } = variable;
  if (isArgument(operation, name)) return undefined;
  if (isList && (!Array.isArray(value) || value.length === 0 || value.length > VALUES_MAX)) {
    return `${name} takes 1 to ${VALUES_MAX} values`;
  }
  const values = isList ? (value as unknown[]) : [value];
  return values.map((one) => findFaultOfValue(variable, one)).find((one) => one !== undefined);
}

function findFaultOfValue(variable: WebhookVariable, value: unknown): string | undefined {
  const { name, pattern = '', fault, objects } = variable;
  // Names are ids by now.
  if (objects !== undefined) {
    return typeof value === 'string' && isEventId(value, objects) ? undefined : `${name} is an id or a name`;
  }
  return typeof value === 'string' && new RegExp(pattern).test(value) ? undefined : fault;
}
