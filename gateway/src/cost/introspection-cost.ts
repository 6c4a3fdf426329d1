import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import { costOfName } from './name-cost.ts';
import { SchemaNodes } from './schema-nodes.ts';
import { conditionsOf } from './selection-conditions.ts';

/** Names and texts included: graphql-js needs some microseconds for each, synchronously. A whole introspection has about 17,000 values. */
const INTROSPECTED_COST = 4;

const ROOTS = new Map([SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]));

/** Read once, at the first introspection. */
const known = new WeakMap<GraphQLSchema, SchemaNodes>();

export function isIntrospection({ name }: FieldNode): boolean {
  return ROOTS.has(name.value);
}

/**
 * By the schema's real lists. Exact, except that deprecated members and those under a variable's condition always count, and that a type
 * named by a variable is the dearest one.
 */
export function costOfIntrospection(
  schema: GraphQLSchema,
  [field, ...same]: readonly [FieldNode, ...FieldNode[]],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): number {
  const nodes = known.get(schema) ?? new SchemaNodes(schema);
  known.set(schema, nodes);
  const target = getNamedType(ROOTS.get(field.name.value)?.type);
  if (!isObjectType(target)) return 0;
  const costs = new Walk(nodes, fragments).costs(target, selectionsOf([field, ...same]));
  if (field.name.value === SchemaMetaFieldDef.name) return INTROSPECTED_COST + (costs[0] ?? 0);
  const name = field.arguments?.find((argument) => argument.name.value === 'name')?.value;
  if (name?.kind !== Kind.STRING) return INTROSPECTED_COST + costs.reduce((most, cost) => Math.max(most, cost), 0);
  const place = nodes.placeOfType(target, name.value);
  return place === undefined ? 0 : INTROSPECTED_COST + (costs[place] ?? 0);
}

/** One pass: at each selection the costs of all objects of its type are known at once. */
class Walk {
  readonly #nodes: SchemaNodes;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(nodes: SchemaNodes, fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#nodes = nodes;
    this.#fragments = fragments;
  }

  costs(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]): Float64Array {
    const costs = new Float64Array(this.#nodes.count(type));
    const selected = new Map<string, FieldNode[]>();
    for (const selectionSet of selectionSets) this.#collect(selectionSet, selected);
    for (const nodes of selected.values()) this.#add(costs, type, nodes);
    return costs;
  }

  #add(costs: Float64Array, type: GraphQLObjectType, [node, ...same]: readonly FieldNode[]): void {
    if (node === undefined) return;
    const ofName = costOfName(node);
    const field = type.getFields()[node.name.value];
    if (field === undefined) {
      for (let place = 0; place < costs.length; place += 1)
        costs[place] = (costs[place] ?? 0) + ofName + INTROSPECTED_COST;
      return;
    }
    const { lengths, objects } = this.#nodes.answers(type, field.name);
    const target = getNamedType(field.type);
    const inner = isObjectType(target) ? this.costs(target, selectionsOf([node, ...same])) : undefined;
    for (let place = 0; place < costs.length; place += 1) {
      // A null and an empty list are values too.
      let cost = ofName + INTROSPECTED_COST * Math.max(lengths[place] ?? 0, 1);
      if (inner !== undefined) for (const object of objects[place] ?? []) cost += inner[object] ?? 0;
      costs[place] = (costs[place] ?? 0) + cost;
    }
  }

  #collect({ selections }: SelectionSetNode, into: Map<string, FieldNode[]>): void {
    for (const selection of selections) {
      if (conditionsOf(selection.directives) === undefined) continue;
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const there = into.get(name);
        if (there === undefined) into.set(name, [selection]);
        else there.push(selection);
        continue;
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(selection.name.value) : selection;
      if (fragment !== undefined) this.#collect(fragment.selectionSet, into);
    }
  }
}

function selectionsOf(nodes: readonly FieldNode[]): SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
}
