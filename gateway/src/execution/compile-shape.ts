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
  type Selection,
  type SelectionSet,
  Variable,
} from '@apollo/federation-internals';
import { NotCovered } from './not-covered.ts';
import { plainFields } from './plain-fields.ts';
import type { Condition, LeafShape, NullableShape, ObjectShape, Part, ValueShape } from './response-shape.ts';

const WHOLE_NUMBER = /^-?(?:0|[1-9][0-9]*)$/;

/**
 * The shape of an operation's answer, in the order in which Apollo's own post-processing goes through the selections.
 * @throws NotCovered for introspection and abstract types
 */
export function compileShape(operation: Operation): ObjectShape {
  const query = operation.schema().schemaDefinition.rootType(operation.rootKind);
  if (query === undefined) throw new NotCovered('no root type');
  return objectShape(query, operation.selectionSet);
}

function objectShape(type: CompositeType, selectionSet: SelectionSet): ObjectShape {
  if (!isObjectType(type)) throw new NotCovered('abstract type');
  const parts = compileParts(selectionSet);
  return { kind: 'object', label: type.name, parts, fields: plainFields(type.name, parts) };
}

function compileParts(selectionSet: SelectionSet): Part[] {
  return selectionSet.selections().flatMap(compilePart);
}

function compilePart(selection: Selection): Part[] {
  const when = conditionsOf(selection.element.appliedDirectives);
  if (when === 'never') return [];
  if (selection.kind === 'FieldSelection') return [compileField(selection, when)];
  const { typeCondition } = selection.element;
  if (typeCondition !== undefined && !isObjectType(typeCondition)) throw new NotCovered('abstract type');
  return [{ kind: 'fragment', typeName: typeCondition?.name, parts: compileParts(selection.selectionSet), when }];
}

function compileField({ element, selectionSet }: FieldSelection, when: Condition[]): Part {
  const name = element.responseName();
  if (element.definition.isSchemaIntrospectionField()) throw new NotCovered('introspection');
  if (element.name === '__typename') return { kind: 'typename', name, when };
  return { kind: 'field', name, value: valueShape(element.definition.type as OutputType, selectionSet), when };
}

function valueShape(type: OutputType, selectionSet: SelectionSet | undefined): ValueShape {
  if (isNonNullType(type)) return { kind: 'nonNull', of: nullableShape(type.ofType as OutputType, selectionSet) };
  return nullableShape(type, selectionSet);
}

function nullableShape(type: OutputType, selectionSet: SelectionSet | undefined): NullableShape {
  if (isListType(type)) {
    return { kind: 'list', label: String(type), of: valueShape(type.ofType as OutputType, selectionSet) };
  }
  if (selectionSet !== undefined) return objectShape(type as CompositeType, selectionSet);
  return leafShape(type);
}

// The rules of Apollo's isValidLeafValue, decided once instead of for each value.
function leafShape(type: OutputType): LeafShape {
  const label = String(type);
  if (isEnumType(type)) {
    const names = new Set(type.values.map((value) => value.name));
    return { kind: 'leaf', label, accepts: (value) => typeof value === 'string' && names.has(value) };
  }
  if (!isScalarType(type)) throw new NotCovered('abstract type');
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
