import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { fragmentsOf } from '#/operation/operation-size.ts';
import type { CostFormula, FieldCost, ListLength } from './cost-formula.ts';
import { argumentCoordinate, type CostWeights } from './cost-weights.ts';
import { costOfIntrospection, isIntrospection } from './introspection-cost.ts';
import { isList, slicedLength, sliceOf, UNSIZED } from './list-lengths.ts';
import { costOfName, isAliased, VALUE_COST } from './name-cost.ts';
import { conditionsOf } from './selection-conditions.ts';

type When = FieldCost['when'];

interface Selected {
  readonly name: string;
  readonly nodes: FieldNode[];
  readonly when: When;
}

interface Outer {
  readonly sizedFields: readonly string[];
  readonly size: ListLength | undefined;
}

/** @param document valid, and of bounded size when its fragments are spread out */
export function compileCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  weights: CostWeights,
): CostFormula {
  const defaults: Record<string, unknown> = Object.create(null);
  for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
    if (defaultValue !== undefined) defaults[variable.name.value] = valueFromASTUntyped(defaultValue);
  }
  const root = schema.getRootType(operation.operation);
  const compiler = new Compiler(schema, weights, fragmentsOf(document));
  return { fields: root == null ? [] : compiler.fields(root, [operation.selectionSet], undefined), defaults };
}

class Compiler {
  readonly #schema: GraphQLSchema;
  readonly #weights: CostWeights;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(schema: GraphQLSchema, weights: CostWeights, fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#schema = schema;
    this.#weights = weights;
    this.#fragments = fragments;
  }

  fields(
    type: GraphQLCompositeType,
    selectionSets: readonly SelectionSetNode[],
    outer: Outer | undefined,
  ): FieldCost[] {
    const selected = new Map<string, Selected & { type: GraphQLCompositeType }>();
    for (const selectionSet of selectionSets) this.#collect(type, selectionSet, [], selected);
    return Array.from(selected.values()).flatMap((field) => this.#field(field.type, field, outer));
  }

  /** On each possible type if the field's type is abstract. */
  #collect(
    type: GraphQLCompositeType,
    { selections }: SelectionSetNode,
    outerWhen: When,
    into: Map<string, Selected & { type: GraphQLCompositeType }>,
  ): void {
    for (const selection of selections) {
      const own = conditionsOf(selection.directives);
      if (own === undefined) continue;
      const when = [...outerWhen, ...own];
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const key = JSON.stringify([name, type.name, when]);
        const known = into.get(key);
        if (known === undefined) into.set(key, { name, nodes: [selection], when, type });
        else known.nodes.push(selection);
        continue;
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(selection.name.value) : selection;
      if (fragment === undefined) continue;
      const on = fragment.typeCondition && this.#schema.getType(fragment.typeCondition.name.value);
      this.#collect(isCompositeType(on) ? on : type, fragment.selectionSet, when, into);
    }
  }

  #field(parent: GraphQLCompositeType, { name, nodes, when }: Selected, outer: Outer | undefined): FieldCost[] {
    const [node, ...same] = nodes;
    if (node === undefined) return [];
    const ofName = costOfName(node);
    const field = 'getFields' in parent ? parent.getFields()[node.name.value] : undefined;
    if (field === undefined) {
      const weight = isIntrospection(node)
        ? costOfIntrospection(this.#schema, [node, ...same], this.#fragments)
        : valueCost(node);
      return weight === 0 ? [] : [{ name, ofName, weight, inputs: [], size: undefined, when, fields: [] }];
    }
    const coordinate = `${parent.name}.${field.name}`;
    const sizing = this.#weights.lists.get(coordinate);
    const length = sizing && slicedLength(sizing, field, node.arguments ?? []);
    const target = getNamedType(field.type);
    const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const inner = sizing && { sizedFields: sizing.sizedFields, size: length };
    const fields = isCompositeType(target) ? this.fields(target, selectionSets, inner) : [];
    const { fields: ofFields, types: ofTypes } = this.#weights;
    const own = ofFields.get(coordinate) ?? ofTypes.get(target.name) ?? (isCompositeType(target) ? 1 : 0);
    const weight = own + (isCompositeType(target) ? 0 : valueCost(node));
    const inputs = (node.arguments ?? []).flatMap((given) => {
      const each = this.#weights.arguments.get(argumentCoordinate(coordinate, given.name.value));
      return each === undefined ? [] : [{ weight: each, size: { slices: sliceOf(given, 1), assumed: 1 } }];
    });
    if (weight === 0 && ofName === 0 && fields.length === 0 && inputs.length === 0) return [];
    const isSizedFromAbove = outer?.sizedFields.includes(field.name) === true;
    const size = isList(field.type) ? ((isSizedFromAbove ? outer?.size : length) ?? UNSIZED) : undefined;
    return [{ name, ofName, weight, inputs, size, when, fields }];
  }
}

/** Besides its type's cost. Under names of the client's own a value can be in an object many times. */
function valueCost(node: FieldNode): number {
  return isAliased(node) ? VALUE_COST : 0;
}
