import {
  type ArgumentNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { fragmentsOf } from '#/operation/operation-size.ts';
import type { CostFormula, FieldCost, ListLength } from './cost-formula.ts';
import { argumentCoordinate, type CostWeights, type ListSizing } from './cost-weights.ts';

/** Elements of a list for which the schema gives no size. */
const LENGTH_ASSUMED = 50;

type When = FieldCost['when'];

/** One name of the answer, and all that is selected under it on the same condition. */
interface Selected {
  readonly name: string;
  readonly nodes: FieldNode[];
  readonly when: When;
}

/** Sizes that a field gives to the lists right below it. */
interface Outer {
  readonly sizedFields: readonly string[];
  readonly size: ListLength | undefined;
}

/** Compiles what an operation costs. The document is valid, and of bounded size when its fragments are spread out. */
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

  /** Counts the selections on each possible type if the field's type is abstract. */
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

  /** Empty for a field that costs nothing. */
  #field(parent: GraphQLCompositeType, { name, nodes, when }: Selected, outer: Outer | undefined): FieldCost[] {
    const [node] = nodes;
    const field = node && 'getFields' in parent ? parent.getFields()[node.name.value] : undefined;
    if (node === undefined || field === undefined) return [];
    const coordinate = `${parent.name}.${field.name}`;
    const sizing = this.#weights.lists.get(coordinate);
    const length = sizing && slicedLength(sizing, field, node.arguments ?? []);
    const target = getNamedType(field.type);
    const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const inner = sizing && { sizedFields: sizing.sizedFields, size: length };
    const fields = isCompositeType(target) ? this.fields(target, selectionSets, inner) : [];
    const { fields: ofFields, types: ofTypes } = this.#weights;
    const weight = ofFields.get(coordinate) ?? ofTypes.get(target.name) ?? (isCompositeType(target) ? 1 : 0);
    const inputs = (node.arguments ?? []).flatMap((given) => {
      const each = this.#weights.arguments.get(argumentCoordinate(coordinate, given.name.value));
      return each === undefined ? [] : [{ weight: each, size: { slices: sliceOf(given, 1), assumed: 1 } }];
    });
    if (weight === 0 && fields.length === 0 && inputs.length === 0) return [];
    const isSizedFromAbove = outer?.sizedFields.includes(field.name) === true;
    const size = isList(field.type) ? ((isSizedFromAbove ? outer?.size : length) ?? UNSIZED) : undefined;
    return [{ name, weight, inputs, size, when, fields }];
  }
}

const UNSIZED: ListLength = { slices: [], assumed: LENGTH_ASSUMED };

function isList(type: GraphQLInputType | GraphQLOutputType): boolean {
  return isListType(getNullableType(type));
}

/**
 * A list that is looked up by a list of values is as long as that list. `slicingArguments` cannot name it: Federation takes numbers there
 * only.
 */
function askedLists({ slicingArguments, sizedFields }: ListSizing, field: GraphQLField<unknown, unknown>): string[] {
  if (slicingArguments.length > 0 || sizedFields.length > 0 || !isList(field.type)) return [];
  return field.args.filter(({ type }) => isList(type)).map(({ name }) => name);
}

function slicedLength(
  sizing: ListSizing,
  field: GraphQLField<unknown, unknown>,
  given: readonly ArgumentNode[],
): ListLength {
  const { assumedSize = LENGTH_ASSUMED } = sizing;
  const { args } = field;
  const slicingArguments = [...sizing.slicingArguments, ...askedLists(sizing, field)];
  const slices = slicingArguments.flatMap((name): ListLength['slices'] => {
    const defaultValue = args.find((argument) => argument.name === name)?.defaultValue;
    const otherwise = typeof defaultValue === 'number' ? defaultValue : assumedSize;
    const argument = given.find((one) => one.name.value === name);
    if (argument === undefined) return typeof defaultValue === 'number' ? [defaultValue] : [];
    return sliceOf(argument, otherwise);
  });
  return { slices, assumed: assumedSize };
}

/** Slices that an argument gives to a list. @param otherwise where a variable is absent */
function sliceOf({ value }: ArgumentNode, otherwise: number): ListLength['slices'] {
  if (value.kind === Kind.VARIABLE) return [{ variable: value.name.value, otherwise }];
  if (value.kind === Kind.LIST) return [value.values.length];
  const literal = valueFromASTUntyped(value);
  return typeof literal === 'number' ? [literal] : [];
}

/** Undefined: never there. */
function conditionsOf(directives: readonly DirectiveNode[] = []): When | undefined {
  const when: { variable: string; is: boolean }[] = [];
  for (const { name, arguments: given = [] } of directives) {
    if (name.value !== 'skip' && name.value !== 'include') continue;
    const is = name.value === 'include';
    const value = given.find((argument) => argument.name.value === 'if')?.value;
    if (value?.kind === Kind.VARIABLE) when.push({ variable: value.name.value, is });
    else if (value?.kind === Kind.BOOLEAN && value.value !== is) return undefined;
  }
  return when;
}
