import { EVENT_DEFINITIONS, EVENT_SPEC, parseSubgraphSchema } from '@ledgergraph/graph-kit/event-spec';
import { directivesOf, nameOf, textArgument } from '@ledgergraph/graph-kit/schema-nodes';
import { OWN_SUBGRAPH } from '@ledgergraph/graph-kit/subgraph-names';
import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  GraphQLError,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  specifiedScalarTypes,
  type TypeDefinitionNode,
} from 'graphql';
import { checkEvent, type Fault, fieldsOf, referenceTo } from './event-declaration.ts';

const HEADER = parse(`extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@inaccessible", "@composeDirective"])
  @link(url: "${EVENT_SPEC}v1.0", import: ["@event", "@keyFrom", "@webhook", "@webhookOption"])
  @composeDirective(name: "@event")
  @composeDirective(name: "@keyFrom")
  @composeDirective(name: "@webhook")
  @composeDirective(name: "@webhookOption")`).definitions;
const COMMON = new Map(
  EVENT_DEFINITIONS.definitions.flatMap((one) => ('name' in one && one.name ? [[one.name.value, one]] : [])),
);
const BUILT_IN = new Set(specifiedScalarTypes.map(({ name }) => name));

export interface ParsedSubgraph {
  name: string;
  typeDefs: DocumentNode;
}

export interface SeparatedEvents {
  subgraphs: ParsedSubgraph[];
  faults: GraphQLError[];
}

/**
 * Makes the gateway's part of the graph of the subscriptions and events that subgraphs declare: the gateway makes the events, subgraphs
 * answer for the entities in them.
 * @throws GraphQLError for a text that does not parse
 */
export function separateEvents(subgraphs: readonly { name: string; sdl: string }[]): SeparatedEvents {
  const own = new OwnPart();
  const rest = subgraphs.map(({ name, sdl }) => own.takeFrom(name, parseSubgraphSchema(sdl)));
  const mine = own.schema();
  return { subgraphs: mine === undefined ? rest : [...rest, mine], faults: own.faults };
}

class OwnPart {
  readonly faults: GraphQLError[] = [];
  readonly #fields = new Map<string, { field: FieldDefinitionNode; subgraph: string }>();
  readonly #types = new Map<string, { type: DefinitionNode; subgraph: string }>();
  #root: TypeDefinitionNode | undefined;

  takeFrom(subgraph: string, document: DocumentNode): ParsedSubgraph {
    const { definitions } = document;
    const subscriptions = fieldsOf(definitions, 'Subscription');
    if (subscriptions.size === 0) return { name: subgraph, typeDefs: document };
    const declared = new DeclaredEvents(definitions, (coordinate, message) =>
      this.#fault(subgraph, coordinate, message),
    );
    for (const field of subscriptions.values()) {
      declared.add(field);
      const known = this.#fields.get(field.name.value);
      if (known !== undefined)
        this.#fault(subgraph, `Subscription.${field.name.value}`, `is "${known.subgraph}"'s too`);
      this.#fields.set(field.name.value, { field: withSubgraph(field, subgraph), subgraph });
    }
    for (const [name, type] of declared.own) this.#add(subgraph, name, type);
    for (const one of definitions) if (isRoot(one) && one.description !== undefined) this.#root ??= one;
    const moved = (one: DefinitionNode): boolean => isRoot(one) || declared.isMoved(one);
    return { name: subgraph, typeDefs: { ...document, definitions: definitions.filter((one) => !moved(one)) } };
  }

  schema(): ParsedSubgraph | undefined {
    if (this.#fields.size === 0) return undefined;
    for (const source of ['blocks', 'pool']) {
      const declared = [...this.#fields.values()].filter(({ field }) => {
        const [event] = directivesOf(field, 'event');
        return event !== undefined && textArgument(event, source) !== undefined;
      });
      for (const { field, subgraph } of declared.slice(1)) {
        this.#fault(
          subgraph,
          `Subscription.${field.name.value}`,
          `a graph has one @event(${source}:), and has it already`,
        );
      }
    }
    const [empty] = parse('type Subscription').definitions as [ObjectTypeDefinitionNode];
    const fields = [...this.#fields.values()].map(({ field }) => field);
    const root = { ...empty, ...this.#root, fields } as ObjectTypeDefinitionNode;
    const types = [...this.#types].filter(([name]) => !COMMON.has(name)).map(([, { type }]) => type);
    const definitions = [...HEADER, ...EVENT_DEFINITIONS.definitions, root, ...types];
    return { name: OWN_SUBGRAPH, typeDefs: { kind: Kind.DOCUMENT, definitions } };
  }

  #add(subgraph: string, name: string, type: DefinitionNode): void {
    const known = this.#types.get(name);
    // Scalars, enumerations and entities have parts in several subgraphs.
    const isShared = known === undefined || print(known.type) === print(type);
    if (!isShared) this.#fault(subgraph, name, `differs from that of "${known.subgraph}"`);
    else this.#types.set(name, { type, subgraph });
  }

  #fault(subgraph: string, coordinate: string, message: string): undefined {
    this.faults.push(new GraphQLError(`[${subgraph}] ${coordinate}: ${message}`));
    return undefined;
  }
}

class DeclaredEvents {
  readonly own = new Map<string, DefinitionNode>();
  readonly #moved = new Set<DefinitionNode>();
  readonly #types: ReadonlyMap<string, TypeDefinitionNode>;
  readonly #queries: Map<string, FieldDefinitionNode>;
  readonly #fault: Fault;

  constructor(definitions: readonly DefinitionNode[], fault: Fault) {
    this.#types = new Map(definitions.filter(isType).map((type) => [type.name.value, type]));
    this.#queries = fieldsOf(definitions, 'Query');
    this.#fault = fault;
  }

  isMoved(definition: DefinitionNode): boolean {
    return this.#moved.has(definition);
  }

  add(field: FieldDefinitionNode): void {
    checkEvent(field, this.#queries, this.#fault);
    for (const { type } of field.arguments ?? []) this.#takeLeaf(nameOf(type));
    this.#takeEvent(nameOf(field.type), `Subscription.${field.name.value}`);
  }

  #takeEvent(name: string, at: string): undefined {
    const type = this.#types.get(name);
    if (type === undefined) return this.#fault(at, `has the type ${name}, which this subgraph does not define`);
    if (this.#moved.has(type)) return undefined;
    this.#moved.add(type);
    this.own.set(name, type);
    if (type.kind === Kind.UNION_TYPE_DEFINITION) {
      for (const member of type.types ?? []) this.#takeEvent(member.name.value, at);
    } else if (type.kind === Kind.OBJECT_TYPE_DEFINITION || type.kind === Kind.INTERFACE_TYPE_DEFINITION) {
      for (const one of type.interfaces ?? []) this.#takeEvent(one.name.value, at);
      for (const field of type.fields ?? []) this.#takeField(field, `${name}.${field.name.value}`);
    } else this.#fault(at, `has the type ${name}, which is no object, interface or union`);
    return undefined;
  }

  #takeField(field: FieldDefinitionNode, at: string): void {
    const name = nameOf(field.type);
    const type = this.#types.get(name);
    if (type?.kind !== Kind.OBJECT_TYPE_DEFINITION || directivesOf(type, 'key').length === 0) {
      if (!this.#takeLeaf(name)) this.#fault(at, 'an event holds scalars, enumerations, and entities with a @key');
      return;
    }
    const stub = referenceTo(type, at, field, this.#fault);
    if (stub === undefined) return;
    this.own.set(name, stub);
    for (const { type: keyType } of stub.fields ?? []) this.#takeLeaf(nameOf(keyType));
  }

  #takeLeaf(name: string): boolean {
    if (BUILT_IN.has(name)) return true;
    const type = this.#types.get(name);
    if (type?.kind !== Kind.SCALAR_TYPE_DEFINITION && type?.kind !== Kind.ENUM_TYPE_DEFINITION) return false;
    this.own.set(name, type);
    return true;
  }
}

function isType(definition: DefinitionNode): definition is TypeDefinitionNode {
  return definition.kind.endsWith('TypeDefinition');
}

function isRoot(definition: DefinitionNode): definition is ObjectTypeDefinitionNode {
  return (
    (definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION) &&
    definition.name.value === 'Subscription'
  );
}

function withSubgraph(field: FieldDefinitionNode, subgraph: string): FieldDefinitionNode {
  const add = (directive: ConstDirectiveNode): ConstDirectiveNode => {
    if (directive.name.value !== 'event') return directive;
    const name = { kind: Kind.NAME, value: 'subgraph' } as const;
    const argument = { kind: Kind.ARGUMENT, name, value: { kind: Kind.STRING, value: subgraph } } as const;
    return { ...directive, arguments: [...(directive.arguments ?? []), argument] };
  };
  return { ...field, directives: (field.directives ?? []).map(add) };
}
