import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { EXAMPLE_VALUES, NEEDED_ARGUMENTS, VALUES_OF_FIELD } from './example-values.ts';

export interface ExampleOperation {
  query: string;
  variables: Record<string, unknown>;
}

type Field = GraphQLField<unknown, unknown>;

/** Levels of a selection: a connection, its rows, and objects that the rows need. */
const LEVELS_MAX = 3;
const INDENT = '  ';

export function writeOperation(kind: 'query' | 'mutation', field: Field): ExampleOperation {
  const args = field.args.filter((arg) => isShown(field, arg));
  const declared = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const given = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const name = `${field.name[0]?.toUpperCase()}${field.name.slice(1)}`;
  const selection = writeSelection(getNamedType(field.type), 1);
  return {
    query: `${kind} ${name}${parenthesized(declared)} {\n${INDENT}${field.name}${parenthesized(given)}${selection}\n}\n`,
    variables: Object.fromEntries(
      args.map((arg) => [arg.name, VALUES_OF_FIELD[field.name]?.[arg.name] ?? exampleOf(arg.name, arg.type)]),
    ),
  };
}

function isShown(field: Field, arg: GraphQLArgument): boolean {
  if (isRequiredArgument(arg)) return true;
  return arg.name === 'limit' || NEEDED_ARGUMENTS[field.name]?.includes(arg.name) === true;
}

function parenthesized(text: string): string {
  return text === '' ? '' : `(${text})`;
}

function exampleOf(name: string, type: GraphQLInputType): unknown {
  const known = EXAMPLE_VALUES[name];
  if (known !== undefined) return known;
  const bare = getNullableType(type);
  if (isListType(bare)) return [exampleOf(name, bare.ofType)];
  if (isEnumType(bare)) return bare.getValues()[0]?.name;
  if (isInputObjectType(bare)) {
    const required = Object.values(bare.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(required.map((member) => [member.name, exampleOf(member.name, member.type)]));
  }
  const placeholders: Readonly<Record<string, unknown>> = { Int: 1, Float: 1, BigInt: 1, Boolean: false };
  return placeholders[String(bare)] ?? `<${name}>`;
}

function writeSelection(type: GraphQLNamedType, level: number): string {
  if (isLeafType(type)) return '';
  const lines =
    isObjectType(type) || isInterfaceType(type) ? selectedFields(Object.values(type.getFields()), level) : [];
  const inner = lines.length === 0 ? ['__typename'] : lines;
  const indent = INDENT.repeat(level + 1);
  return ` {\n${inner.map((line) => `${indent}${line}`).join('\n')}\n${INDENT.repeat(level)}}`;
}

function selectedFields(fields: readonly Field[], level: number): string[] {
  const plain = fields.filter((field) => field.deprecationReason == null && !field.args.some(isRequiredArgument));
  const leaves = plain.filter((field) => field.args.length === 0 && isLeafType(getNamedType(field.type)));
  const isConnection = leaves.some(({ name }) => name === 'nextCursor');
  const entered = (isConnection || leaves.length === 0) && level < LEVELS_MAX ? plain.filter(isEntered) : [];
  return [
    ...leaves.map(({ name }) => name),
    ...entered.map((field) => `${field.name}${writeSelection(getNamedType(field.type), level + 1)}`),
  ];
}

function isEntered(field: Field): boolean {
  return field.args.length === 0 && !isLeafType(getNamedType(field.type));
}
