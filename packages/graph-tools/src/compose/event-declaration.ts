import { directivesOf, flagArgument, textArgument } from '@ledgergraph/graph-kit/schema-nodes';
import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  getOperationAST,
  type InterfaceTypeDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  type SelectionNode,
} from 'graphql';

const SOURCES = {
  blocks: { args: { chainId: 'String!', fromHeight: 'BigInt!', toHeight: 'BigInt!' }, type: '[String!]' },
  changes: {
    args: { chainId: 'String!', fromHeight: 'BigInt!', toHeight: 'BigInt!', ids: '[String!]', limit: 'Int' },
    type: '[ChangePlace!]',
  },
  pool: { args: { chainId: 'String!', after: 'BigInt', limit: 'Int!' }, type: 'PoolChanges' },
} as const;

const PLACE_PARTS = ['id', 'reference', 'hash'] as const;
/** The gateway knows them of every event. */
const KNOWN_KEYS = ['chainId', 'at'];

export type Fault = (coordinate: string, message: string) => undefined;
type Fields = ReadonlyMap<string, FieldDefinitionNode>;

export function checkEvent(field: FieldDefinitionNode, queries: Fields, fault: Fault): undefined {
  const at = `Subscription.${field.name.value}`;
  const [event] = directivesOf(field, 'event');
  if (event === undefined) return fault(at, 'has no @event: the gateway cannot find its events');
  const kinds = (Object.keys(SOURCES) as (keyof typeof SOURCES)[]).filter((name) => textArgument(event, name));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) return fault(at, '@event takes exactly one of blocks, changes and pool');
  const source = textArgument(event, kind) ?? '';
  checkSource(at, kind, source, queries.get(source), fault);
  const ids = textArgument(event, 'ids');
  const argument = field.arguments?.find(({ name }) => name.value === ids);
  if (ids !== undefined && !/^\[String!\]!?$/.test(argument === undefined ? '' : print(argument.type))) {
    fault(at, `@event(ids: "${ids}") names no argument of the type [String!]`);
  }
  const named = textArgument(event, 'named');
  if (named !== undefined && !isQueryOfIds(named)) {
    fault(at, '@event(named:) needs a query ($chainId: String, $names: [String!]!) of found { id }');
  }
  if (ids === undefined && flagArgument(event, 'areShared')) fault(at, '@event(areShared:) needs ids');
  const hasTypes = ['entered', 'left'].every((name) => textArgument(event, name) !== undefined);
  if (kind === 'pool' && !hasTypes) fault(at, '@event(pool:) names the types of its events: entered and left');
  return undefined;
}

function isQueryOfIds(text: string): boolean {
  try {
    const operation = getOperationAST(parse(text));
    const variables = operation?.variableDefinitions?.map(
      ({ variable, type }) => `${variable.name.value}: ${print(type)}`,
    );
    const [found, ...others] = operation?.selectionSet.selections ?? [];
    return (
      operation?.operation === 'query' &&
      variables?.join() === 'chainId: String,names: [String!]!' &&
      others.length === 0 &&
      responseName(found) === 'found' &&
      found?.kind === Kind.FIELD &&
      found.selectionSet?.selections.some((one) => responseName(one) === 'id') === true
    );
  } catch {
    return false;
  }
}

function responseName(selection: SelectionNode | undefined): string | undefined {
  return selection?.kind === Kind.FIELD ? (selection.alias ?? selection.name).value : undefined;
}

function checkSource(
  at: string,
  kind: keyof typeof SOURCES,
  name: string,
  source: FieldDefinitionNode | undefined,
  fault: Fault,
): undefined {
  const { args, type } = SOURCES[kind];
  if (source === undefined) return fault(at, `@event(${kind}: "${name}") names no field of this subgraph's Query`);
  const given = Object.fromEntries((source.arguments ?? []).map((one) => [one.name.value, print(one.type)]));
  const isFitting = Object.entries(args).every(([arg, wanted]) => given[arg] === wanted) && print(source.type) === type;
  const signature = Object.entries(args).map(([arg, wanted]) => `${arg}: ${wanted}`);
  return isFitting
    ? undefined
    : fault(at, `@event(${kind}: "${name}") needs a field (${signature.join(', ')}): ${type}`);
}

/**
 * Refers to the entity by the key whose fields the event's place names.
 * @returns undefined where there is no such key, which is reported
 */
export function referenceTo(
  entity: ObjectTypeDefinitionNode,
  at: string,
  field: FieldDefinitionNode,
  fault: Fault,
): ObjectTypeDefinitionNode | undefined {
  const [keyFrom] = directivesOf(field, 'keyFrom');
  const named = PLACE_PARTS.flatMap((part) => (keyFrom && textArgument(keyFrom, part)) || []);
  const keys = directivesOf(entity, 'key');
  const key = keys.find((one) => {
    const fields = keyFields(one);
    return named.every((name) => fields.includes(name)) && fields.every((f) => [...KNOWN_KEYS, ...named].includes(f));
  });
  if (key === undefined) {
    fault(
      at,
      `@keyFrom names no @key of ${entity.name.value}: chainId and at are known, and each other field is named`,
    );
    return undefined;
  }
  const wanted = keyFields(key);
  // Events of two teams may hold one entity in different orders.
  const fields = wanted.flatMap((key) => (entity.fields ?? []).filter(({ name }) => name.value === key));
  const [stub] = parse(`type ${entity.name.value} @key(fields: "${wanted.join(' ')}", resolvable: false)`).definitions;
  return { ...(stub as ObjectTypeDefinitionNode), fields: fields.map(withoutOthers) };
}

function withoutOthers({ description: _, ...field }: FieldDefinitionNode): FieldDefinitionNode {
  return { ...field, directives: directivesOf(field, 'inaccessible') };
}

function keyFields(key: ConstDirectiveNode): string[] {
  return (textArgument(key, 'fields') ?? '').split(/[\s,]+/).filter((name) => name !== '');
}

/** An object may have several parts. */
export function fieldsOf(definitions: readonly DefinitionNode[], typeName: string): Map<string, FieldDefinitionNode> {
  const parts = definitions.filter(
    (one): one is ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode =>
      (one.kind === Kind.OBJECT_TYPE_DEFINITION || one.kind === Kind.OBJECT_TYPE_EXTENSION) &&
      one.name.value === typeName,
  );
  return new Map(parts.flatMap(({ fields = [] }) => fields.map((field) => [field.name.value, field])));
}
