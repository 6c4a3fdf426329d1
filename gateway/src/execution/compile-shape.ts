import {
  type CompositeType,
  type Directive,
  type FieldSelection,
  isCustomScalarType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  type Operation,
  type OutputType,
  possibleRuntimeTypes,
  type Selection,
  type SelectionSet,
  Variable,
} from '@apollo/federation-internals';
import { GraphQLError } from 'graphql';
import type { CompileEffort } from './compile-effort.ts';
import { plainChoices, plainFields } from './plain-fields.ts';
import type {
  CompositeShape,
  Condition,
  LeafShape,
  NullableShape,
  Part,
  TypeCondition,
  ValueShape,
} from './response-shape.ts';
import { subtypeNames } from './subtype-names.ts';

const INTROSPECTION_BELOW = 'Introspection is answered at the root of a query only.';
const REFUSED = { code: 'GRAPHQL_VALIDATION_FAILED' };
/** The gateway's own answer, which is good. */
const INTROSPECTED: LeafShape = { kind: 'leaf', label: 'introspection', accepts: () => true };

const WHOLE_NUMBER = /^-?(?:0|[1-9][0-9]*)$/;

/** In the order in which Apollo's post-processing walks the selections. @throws GraphQLError for introspection below the root */
export function compileShape(operation: Operation, effort: CompileEffort): CompositeShape {
  const root = operation.schema().schemaDefinition.rootType(operation.rootKind);
  if (root === undefined) throw new Error(`a valid ${operation.rootKind} has a root type`);
  return new ShapeCompiler(effort).composite(root, operation.selectionSet);
}

class ShapeCompiler {
  readonly #effort: CompileEffort;
  readonly #conditions = new Map<string, TypeCondition>();
  #depth = 0;

  constructor(effort: CompileEffort) {
    this.#effort = effort;
  }

  composite(type: CompositeType, selectionSet: SelectionSet): CompositeShape {
    const label = type.name;
    this.#depth += 1;
    const parts = this.#parts(selectionSet);
    this.#depth -= 1;
    if (isObjectType(type) && !dependsOnTypename(parts, false)) {
      return { kind: 'object', label, parts, fields: plainFields(label, parts, this.#effort) };
    }
    const names = possibleRuntimeTypes(type).map(({ name }) => name);
    return { kind: 'abstract', label, parts, choices: plainChoices(names, parts, this.#effort) };
  }

  #parts(selectionSet: SelectionSet): Part[] {
    return selectionSet.selections().flatMap((selection) => this.#part(selection));
  }

  #part(selection: Selection): Part[] {
    const when = conditionsOf(selection.element.appliedDirectives);
    if (when === 'never') return [];
    for (const { variable } of when) this.#effort.conditions.add(variable);
    if (selection.kind === 'FieldSelection') return [this.#field(selection, when)];
    const { typeCondition } = selection.element;
    return [
      { kind: 'fragment', on: this.#conditionOn(typeCondition), parts: this.#parts(selection.selectionSet), when },
    ];
  }

  #conditionOn(type: CompositeType | undefined): TypeCondition | undefined {
    if (type === undefined) return undefined;
    const known = this.#conditions.get(type.name);
    if (known !== undefined) return known;
    const condition = { typeName: type.name, isAbstract: !isObjectType(type), names: subtypeNames(type) };
    this.#conditions.set(type.name, condition);
    return condition;
  }

  #field({ element, selectionSet }: FieldSelection, when: Condition[]): Part {
    const name = element.responseName();
    if (element.definition.isSchemaIntrospectionField()) {
      if (this.#depth > 1) throw new GraphQLError(INTROSPECTION_BELOW, { extensions: REFUSED });
      return { kind: 'field', name, value: INTROSPECTED, when };
    }
    if (element.name === '__typename') return { kind: 'typename', name, when };
    return { kind: 'field', name, value: this.#value(element.definition.type as OutputType, selectionSet), when };
  }

  #value(type: OutputType, selectionSet: SelectionSet | undefined): ValueShape {
    if (isNonNullType(type)) return { kind: 'nonNull', of: this.#nullable(type.ofType as OutputType, selectionSet) };
    return this.#nullable(type, selectionSet);
  }

  #nullable(type: OutputType, selectionSet: SelectionSet | undefined): NullableShape {
    if (isListType(type)) {
      return { kind: 'list', label: String(type), of: this.#value(type.ofType as OutputType, selectionSet) };
    }
    if (selectionSet !== undefined) return this.composite(type as CompositeType, selectionSet);
    return leafShape(type);
  }
}

/**
 * An object that does not name its type gets different members: Apollo takes it for one of the interface, inside a fragment on an
 * interface.
 */
function dependsOnTypename(parts: readonly Part[], isInside: boolean): boolean {
  return parts.some((part) => {
    if (part.kind === 'field') return false;
    if (part.kind === 'typename' || (isInside && part.on !== undefined)) return isInside;
    return dependsOnTypename(part.parts, isInside || part.on?.isAbstract === true);
  });
}

// Apollo's isValidLeafValue, decided once instead of for each value.
function leafShape(type: OutputType): LeafShape {
  const label = String(type);
  if (isEnumType(type)) {
    const names = new Set(type.values.map((value) => value.name));
    return { kind: 'leaf', label, accepts: (value) => typeof value === 'string' && names.has(value) };
  }
  if (!isScalarType(type)) throw new Error(`a leaf of an output type: ${label}`);
  return { kind: 'leaf', label, accepts: isCustomScalarType(type) ? () => true : builtInScalar(type.name) };
}

function builtInScalar(name: string): LeafShape['accepts'] {
  const isWhole = (value: unknown): boolean => typeof value === 'number' && WHOLE_NUMBER.test(String(value));
  if (name === 'Boolean') return (value) => typeof value === 'boolean';
  if (name === 'Int') return isWhole;
  if (name === 'Float') return Number.isFinite;
  if (name === 'ID') return (value) => typeof value === 'string' || isWhole(value);
  return (value) => typeof value === 'string';
}

function conditionsOf(directives: readonly Pick<Directive, 'name' | 'arguments'>[]): Condition[] | 'never' {
  const when: Condition[] = [];
  for (const name of ['skip', 'include']) {
    const value: unknown = directives.find((directive) => directive.name === name)?.arguments().if;
    const is = name === 'include';
    if (value instanceof Variable) when.push({ variable: value.name, is });
    else if (value !== undefined && value !== is) return 'never';
  }
  return when;
}
