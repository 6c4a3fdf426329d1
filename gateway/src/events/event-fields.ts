import type { NamedObjects } from '@ledgergraph/graph-kit/event-ids';
import { directivesOf, flagArgument, nameOf, textArgument } from '@ledgergraph/graph-kit/schema-nodes';
import { graphOf, OWN_GRAPH } from '@ledgergraph/graph-kit/subgraph-names';
import {
  buildASTSchema,
  type FieldDefinitionNode,
  type GraphQLSchema,
  isObjectType,
  isUnionType,
  Kind,
  parse,
} from 'graphql';

/** Finds the events of a subscription; no client sees it. */
export interface EventSource {
  /** Each main-chain block, each change of blocks, or each change of the mempool is an event. */
  kind: 'blocks' | 'changes' | 'pool';
  subgraph: string;
  field: string;
}

export interface EventPlace {
  chainId: string;
  /** At which the entities are read; absent: they stand in no block. */
  at?: number;
  hash?: string;
  id?: string;
  reference?: string;
}

/** The gateway's own members, and references to the entities of subgraphs. */
export interface MadeEvent {
  /** Among all events of all chains: equal events have equal ids. */
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export interface EventField {
  readonly name: string;
  readonly source: EventSource;
  /** Argument that names the wanted objects; undefined: all. */
  readonly ids: string | undefined;
  readonly objects: NamedObjects;
  /** A change may concern several of these objects, and is one event. */
  readonly areShared: boolean;
  /** Equal for equal declarations, also in two supergraphs. */
  readonly key: string;
  readonly type: string;
  /** The type of the event of leaving the mempool. */
  readonly left: string;
  referencesOf(type: string, place: EventPlace): Record<string, unknown>;
}

/** For each key field of the entity the part of the place that it has. */
interface Reference {
  field: string;
  entity: string;
  key: readonly { name: string; part: keyof EventPlace; isNumber: boolean }[];
}

const KINDS = ['blocks', 'changes', 'pool'] as const;
const PARTS = ['id', 'reference', 'hash'] as const;
/** The gateway finds reorganisations itself. */
export const BLOCKS_REMOVED = 'BlocksRemoved';

/** @throws Error for a subscription whose events are not declared */
export function readEventFields(supergraphSdl: string): ReadonlyMap<string, EventField> {
  const types = buildASTSchema(parse(supergraphSdl, { noLocation: true }), { assumeValid: true });
  return new Map(fieldsOf(types, 'Subscription').map((field) => [field.name.value, readField(field, types)]));
}

/** Coordinates of the types, fields and arguments whose values are not derived from a block. */
export function readMomentary(supergraphSdl: string): ReadonlySet<string> {
  const { definitions } = parse(supergraphSdl, { noLocation: true });
  const found = new Set<string>();
  const note = (coordinate: string, node: Parameters<typeof directivesOf>[0]) => {
    if (directivesOf(node, 'momentary').length > 0) found.add(coordinate);
  };
  for (const type of definitions.filter((one) => one.kind === Kind.OBJECT_TYPE_DEFINITION)) {
    note(type.name.value, type);
    for (const field of type.fields ?? []) {
      const coordinate = `${type.name.value}.${field.name.value}`;
      note(coordinate, field);
      for (const argument of field.arguments ?? []) note(`${coordinate}(${argument.name.value}:)`, argument);
    }
  }
  return found;
}

function readField(field: FieldDefinitionNode, types: GraphQLSchema): EventField {
  const name = field.name.value;
  const declared = directivesOf(field, 'event')[0];
  const subgraph = declared && textArgument(declared, 'subgraph');
  const kind = KINDS.find((one) => declared !== undefined && textArgument(declared, one) !== undefined);
  if (declared === undefined || subgraph === undefined || kind === undefined) {
    throw new Error(`the supergraph does not declare the events of Subscription.${name}`);
  }
  const returned = types.getType(nameOf(field.type));
  const members = isUnionType(returned) ? returned.getTypes().map((one) => one.name) : [nameOf(field.type)];
  const type = textArgument(declared, 'entered') ?? members.find((member) => member !== BLOCKS_REMOVED);
  if (type === undefined) throw new Error(`the supergraph declares no type of the events of Subscription.${name}`);
  const references = Object.fromEntries(members.map((member) => [member, readReferences(member, types)]));
  const named = textArgument(declared, 'named');
  const facts = {
    name,
    source: { kind, subgraph, field: textArgument(declared, kind) ?? '' },
    ids: textArgument(declared, 'ids'),
    objects: { areIAddresses: flagArgument(declared, 'areIAddresses'), ...(named !== undefined && { named }) },
    areShared: flagArgument(declared, 'areShared'),
    type,
    left: textArgument(declared, 'left') ?? '',
  };
  return {
    ...facts,
    key: JSON.stringify([facts, references]),
    referencesOf: (of, place) =>
      Object.fromEntries((references[of] ?? []).map((reference) => [reference.field, refer(reference, place)])),
  };
}

function refer({ entity, key }: Reference, place: EventPlace): Record<string, unknown> {
  const fields = key.map(({ name, part, isNumber }) => [name, isNumber ? Number(place[part]) : place[part]]);
  return { __typename: entity, ...Object.fromEntries(fields) };
}

function fieldsOf(types: GraphQLSchema, name: string): readonly FieldDefinitionNode[] {
  const type = types.getType(name);
  return (isObjectType(type) && type.astNode?.fields) || [];
}

/** Those to which the gateway's own part has a key. */
function readReferences(name: string, types: GraphQLSchema): Reference[] {
  return fieldsOf(types, name).flatMap((field) => {
    const entity = nameOf(field.type);
    const node = types.getType(entity)?.astNode;
    const own = node && directivesOf(node, 'join__type').find((join) => graphOf(join) === OWN_GRAPH);
    const key = own && textArgument(own, 'key');
    if (key == null) return [];
    const keyFrom = directivesOf(field, 'keyFrom')[0];
    const fields = fieldsOf(types, entity);
    const read = key.split(' ').map((keyField) => {
      const named = PARTS.find((part) => keyFrom !== undefined && textArgument(keyFrom, part) === keyField);
      const type = fields.find((one) => one.name.value === keyField)?.type;
      const isNumber = type !== undefined && ['Int', 'BigInt'].includes(nameOf(type));
      return { name: keyField, part: named ?? (keyField as 'chainId' | 'at'), isNumber };
    });
    return [{ field: field.name.value, entity, key: read }];
  });
}
