import { decimalText, satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { GraphQLError, GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { type Instant, parseInstant } from './instant.ts';

const DECIMAL = /^-?\d+\.\d{8}$/;
const DIGITS = /^-?\d+$/;

function inputError(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}

function serializeBigInt(value: unknown): number {
  const number = typeof value === 'bigint' || typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw new TypeError('not a whole number below 2^53');
}

function parseBigInt(value: unknown): number {
  const number = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw inputError('BigInt takes a whole number below 2^53, or a string of its digits');
}

function parseDateTime(value: unknown): Instant {
  const instant = typeof value === 'string' ? parseInstant(value) : null;
  if (instant !== null) return instant;
  throw inputError('DateTime takes a string in the form of RFC 3339, with Z or an offset: "2026-11-20T08:40:00Z"');
}

function literalText(node: ValueNode): unknown {
  return node.kind === Kind.INT || node.kind === Kind.STRING ? node.value : undefined;
}

function outputOnly(name: string): () => never {
  return () => {
    throw inputError(`${name} is never an argument`);
  };
}

/** In satoshis. A number with decimals may have lost some on its way. */
function parseDecimal(value: unknown): bigint {
  try {
    if (typeof value === 'string') return satoshisFromDecimalText(value);
  } catch {}
  throw inputError('Decimal takes an amount as a string with at most 8 decimals: "12.5"');
}

/** bigint is satoshis; a string must already be in form. */
function serializeDecimal(value: unknown): string {
  if (typeof value === 'bigint') return decimalText(value);
  if (typeof value === 'string' && DECIMAL.test(value)) return value;
  throw new TypeError('not an exact amount');
}

function serializeSatoshis(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string' && DIGITS.test(value)) return value;
  throw new TypeError('not an amount in satoshis');
}

/** A number is Unix seconds. */
function serializeDateTime(value: unknown): string {
  const date = typeof value === 'number' ? new Date(value * 1000) : value;
  if (date instanceof Date && !Number.isNaN(date.getTime())) return date.toISOString().replace('.000Z', 'Z');
  throw new TypeError('not a point in time');
}

export const scalarResolvers = {
  BigInt: new GraphQLScalarType<number, number>({
    name: 'BigInt',
    serialize: serializeBigInt,
    parseValue: parseBigInt,
    parseLiteral: (node) => parseBigInt(literalText(node)),
  }),
  Decimal: new GraphQLScalarType<bigint, string>({
    name: 'Decimal',
    serialize: serializeDecimal,
    parseValue: parseDecimal,
    parseLiteral: (node) => parseDecimal(node.kind === Kind.STRING ? node.value : undefined),
  }),
  Satoshis: new GraphQLScalarType<never, string>({
    name: 'Satoshis',
    serialize: serializeSatoshis,
    parseValue: outputOnly('Satoshis'),
    parseLiteral: outputOnly('Satoshis'),
  }),
  DateTime: new GraphQLScalarType<Instant, string>({
    name: 'DateTime',
    serialize: serializeDateTime,
    parseValue: parseDateTime,
    parseLiteral: (node) => parseDateTime(node.kind === Kind.STRING ? node.value : undefined),
  }),
  JSON: new GraphQLScalarType<unknown, unknown>({
    name: 'JSON',
    serialize: (value) => value,
    parseValue: (value) => value,
    parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
  }),
};

type ScalarName = keyof typeof scalarResolvers;

export function pickScalars<Name extends ScalarName>(...names: Name[]): Pick<typeof scalarResolvers, Name> {
  return Object.fromEntries(names.map((name) => [name, scalarResolvers[name]])) as Pick<typeof scalarResolvers, Name>;
}
