import {
  coerceInputValue,
  type GraphQLError,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isRequiredInputField,
  isScalarType,
  Kind,
} from 'graphql';
import { withMessage } from '#/errors/format-error.ts';

// GraphQL's errors name value and type only in their messages.
const LITERAL = /^Expected value of type "(\w+)!?", found /;
const IN_VARIABLE =
  /^Variable "\$\w+" got invalid value (.{1,200}?)(?: at "[^"]*")?; Expected type "(\w+)" to be an object\.$/s;
const WRONG_VARIABLE = /^Variable "\$(\w+)" of type "(\w+)!?" used in position expecting type "(\w+)!?"\.$/;
/** More than a hash has. */
const REPEATED_MAX = 100;

/**
 * Adds how a value looks as an object, where the schema takes an object of one member and got that member's value: `asOf: 100` becomes
 * `{height: 100}`.
 */
export function withValueHint(error: GraphQLError, schema: GraphQLSchema): GraphQLError {
  const hint = literalHint(error, schema) ?? variableHint(error, schema) ?? positionHint(error, schema);
  return hint === undefined ? error : withMessage(error, `${error.message} Did you mean ${hint}?`);
}

function literalHint({ message, nodes }: GraphQLError, schema: GraphQLSchema): string | undefined {
  const type = inputObject(schema, LITERAL.exec(message)?.[1]);
  const node = nodes?.[0];
  if (type === undefined) return undefined;
  if (node?.kind !== Kind.INT && node?.kind !== Kind.STRING) return undefined;
  const isText = node.kind === Kind.STRING;
  const name = memberFor(type, isText ? node.value : Number(node.value))?.name;
  if (name === undefined || node.value.length > REPEATED_MAX) return undefined;
  return `{${name}: ${isText ? JSON.stringify(node.value) : node.value}}`;
}

/** In variables, whose values are JSON. */
function variableHint({ message }: GraphQLError, schema: GraphQLSchema): string | undefined {
  const [, text = '', typeName] = IN_VARIABLE.exec(message) ?? [];
  const type = inputObject(schema, typeName);
  if (type === undefined || text.length > REPEATED_MAX) return undefined;
  const value = parseJson(text);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const name = memberFor(type, value)?.name;
  return name && `{"${name}": ${text}}`;
}

/** For a variable that has the type of a member. */
function positionHint({ message }: GraphQLError, schema: GraphQLSchema): string | undefined {
  const [, variable = '', given, expected] = WRONG_VARIABLE.exec(message) ?? [];
  const type = inputObject(schema, expected);
  const name = type && members(type).find((member) => getNamedType(member.type).name === given)?.name;
  return name === undefined || variable.length > REPEATED_MAX ? undefined : `{${name}: $${variable}}`;
}

function inputObject(schema: GraphQLSchema, name: string | undefined): GraphQLInputObjectType | undefined {
  const type = name === undefined ? undefined : schema.getType(name);
  return isInputObjectType(type) ? type : undefined;
}

function memberFor(type: GraphQLInputObjectType, value: string | number): GraphQLInputField | undefined {
  return members(type).find((member) => {
    let isTaken = true;
    coerceInputValue(value, member.type, () => {
      isTaken = false;
    });
    return isTaken;
  });
}

/** Those of texts last: a text of digits is a number first. */
function members(type: GraphQLInputObjectType): GraphQLInputField[] {
  const fields = Object.values(type.getFields());
  if (fields.some(isRequiredInputField)) return [];
  const scalars = fields.filter((field) => isScalarType(field.type));
  return scalars.toSorted((one, other) => Number(isText(one)) - Number(isText(other)));
}

function isText({ type }: GraphQLInputField): boolean {
  return getNamedType(type).name === 'String';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
