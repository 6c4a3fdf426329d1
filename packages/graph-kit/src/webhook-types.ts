import {
  type ConstDirectiveNode,
  type ConstValueNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  type TypeNode,
} from 'graphql';
import type { NamedObjects } from './event-ids.ts';
import { directivesOf, nameOf } from './schema-nodes.ts';

/** An argument of the subscription, or an option for the conditions. */
export interface WebhookVariable {
  name: string;
  description: string;
  isRequired: boolean;
  isList: boolean;
  /** For a value, or each of a list. */
  pattern?: string;
  fault?: string;
  /** It names objects, by ids or names. */
  objects?: NamedObjects;
}

/** Declared by `@webhook` (`docs/internal-contracts.md`). */
export interface WebhookType {
  name: string;
  description: string;
  subgraph: string;
  field: string;
  operation: string;
  variables: WebhookVariable[];
  /** Path from an event of the mempool to its txid; absent: events of blocks. */
  txid?: string[];
  left?: string;
  isOfRemovals: boolean;
  where?: string;
  each?: string;
  eachId?: string;
  more?: string;
  lookup?: string;
  lookupWith?: string;
}

export interface WebhookCatalog {
  types: WebhookType[];
  poolFields: string[];
}

const REMOVED = '... on BlocksRemoved { chainId blockHeight blockHash depth removedHashes }';
const TEXTS = ['where', 'each', 'eachId', 'more', 'lookup', 'lookupWith'] as const;

type Objects = ReadonlyMap<string, readonly FieldDefinitionNode[]>;
type Arguments = Readonly<Record<string, unknown>>;

export function readWebhookTypes(supergraphSdl: string): WebhookCatalog {
  const { definitions } = parse(supergraphSdl, { noLocation: true });
  const objects = new Map(
    definitions
      .filter((one): one is ObjectTypeDefinitionNode => one.kind === Kind.OBJECT_TYPE_DEFINITION)
      .map(({ name, fields = [] }) => [name.value, fields]),
  );
  const unions = new Map(
    definitions.flatMap((one) =>
      one.kind === Kind.UNION_TYPE_DEFINITION
        ? [[one.name.value, (one.types ?? []).map(({ name }) => name.value)]]
        : [],
    ),
  );
  const subscriptions = objects.get('Subscription') ?? [];
  return {
    types: subscriptions.flatMap((field) =>
      listOf(field, 'webhook').map((webhook) =>
        readType(field, webhook, unions.get(nameOf(field.type)) ?? [nameOf(field.type)], objects),
      ),
    ),
    poolFields: subscriptions.filter((field) => eventOf(field).pool !== undefined).map(({ name }) => name.value),
  };
}

function readType(field: FieldDefinitionNode, webhook: Arguments, members: string[], objects: Objects): WebhookType {
  const event = eventOf(field);
  const isOfMempool = event.pool !== undefined;
  const entered = String(event.entered ?? members.find((member) => member !== 'BlocksRemoved'));
  const left = event.left === undefined ? undefined : String(event.left);
  const given = (webhook.arguments as string[] | undefined) ?? (field.arguments ?? []).map(({ name }) => name.value);
  const args = (field.arguments ?? []).filter(({ name }) => name.value !== 'after' && given.includes(name.value));
  const variables = args.map((arg) => {
    const value = arg.defaultValue === undefined ? '' : ` = ${print(arg.defaultValue)}`;
    return `$${arg.name.value}: ${print(arg.type)}${value}`;
  });
  const passed = args.map(({ name: { value } }) => `${value}: $${value}`);
  const own = isOfMempool ? 'chainId' : 'chainId blockHeight blockHash';
  const other = left === undefined ? REMOVED : `... on ${left} { ${leaves(objects, left)} }`;
  const call = `${field.name.value}${passed.length > 0 ? `(${passed.join(', ')})` : ''}`;
  const selection = `__typename ... on ${entered} { ${own} ${webhook.select} } ${other}`;
  const operation = `subscription ${variables.length > 0 ? `(${variables.join(', ')}) ` : ''}{ ${call} { ${selection} } }`;
  const requires = (webhook.requires as string[] | undefined) ?? [];
  const options = (webhook.options as string[] | undefined) ?? [];
  return {
    name: String(webhook.name),
    description: String(webhook.description),
    subgraph: String(event.subgraph),
    field: field.name.value,
    operation: print(parse(operation)),
    variables: [
      ...args.map(({ name, description, type, defaultValue }) => ({
        name: name.value,
        description: (description?.value ?? '').replace(/\.$/, ''),
        isRequired: requires.includes(name.value) || (type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined),
        isList: isList(type),
        ...(name.value === event.ids && { objects: objectsOf(event) }),
      })),
      ...listOf(field, 'webhookOption')
        .filter(({ name }) => options.includes(String(name)))
        .map((option) => ({
          name: String(option.name),
          description: String(option.description),
          isRequired: requires.includes(String(option.name)),
          isList: option.isList === true,
          ...(option.pattern === undefined
            ? { objects: objectsOf(option) }
            : { pattern: String(option.pattern), fault: String(option.fault) }),
        })),
    ],
    ...(isOfMempool && { txid: txidIn(objects, entered) }),
    ...(left !== undefined && { left }),
    isOfRemovals: webhook.isOfRemovals === true,
    ...Object.fromEntries(
      TEXTS.flatMap((name) => (webhook[name] === undefined ? [] : [[name, String(webhook[name])]])),
    ),
  };
}

function objectsOf({ areIAddresses, named }: Arguments): NamedObjects {
  return { areIAddresses: areIAddresses === true, ...(named !== undefined && { named: String(named) }) };
}

function txidIn(objects: Objects, type: string): string[] {
  for (const field of objects.get(type) ?? []) {
    const [keyFrom] = listOf(field, 'keyFrom');
    if (typeof keyFrom?.id === 'string') return [field.name.value, keyFrom.id];
  }
  return ['txid'];
}

function leaves(objects: Objects, type: string): string {
  const fields = objects.get(type) ?? [];
  return fields
    .filter((field) => !objects.has(nameOf(field.type)))
    .map(({ name }) => name.value)
    .join(' ');
}

function eventOf(field: FieldDefinitionNode): Arguments {
  return listOf(field, 'event')[0] ?? {};
}

function listOf(field: FieldDefinitionNode, name: string): Arguments[] {
  return directivesOf(field, name).map(argumentsOf);
}

function argumentsOf({ arguments: given = [] }: ConstDirectiveNode): Arguments {
  return Object.fromEntries(given.map(({ name, value }) => [name.value, plain(value)]));
}

function plain(value: ConstValueNode): unknown {
  if (value.kind === Kind.LIST) return value.values.map(plain);
  if (value.kind === Kind.STRING || value.kind === Kind.BOOLEAN) return value.value;
  return undefined;
}

function isList(type: TypeNode): boolean {
  return type.kind === Kind.LIST_TYPE || (type.kind === Kind.NON_NULL_TYPE && isList(type.type));
}
