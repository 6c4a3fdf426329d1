import { buildSubgraphSchema } from '@apollo/subgraph';
import { parseSubgraphSchema } from '@ledgergraph/graph-kit/event-spec';
import { readServiceSchema } from '@ledgergraph/test-kit/service-schema';
import {
  type ExecutionResult,
  execute,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql';

const LIST_LENGTH = 1;

const SCALARS: Record<string, unknown> = {
  BigInt: 123_456,
  Int: 7,
  Float: 0.5,
  Boolean: true,
  Decimal: '12345.67890123',
  Satoshis: '1234567890123',
  DateTime: '2026-11-20T08:40:00Z',
  JSON: { any: 'thing' },
};

/** All values of a type are equal: enough where only the gateway is measured. */
export class ConstantSubgraph {
  readonly #schema: GraphQLSchema;

  constructor(service: string) {
    this.#schema = buildSubgraphSchema([{ typeDefs: parseSubgraphSchema(readServiceSchema(service)) }]);
  }

  async answer(query: string, variableValues: Record<string, unknown>): Promise<ExecutionResult> {
    return execute({ schema: this.#schema, document: parse(query), variableValues, fieldResolver: resolve });
  }
}

const resolve: GraphQLFieldResolver<Record<string, unknown> | undefined, unknown> = (source, args, _context, info) => {
  const known = source?.[info.fieldName];
  if (known !== undefined) return known;
  const length = info.path.prev === undefined ? args.limit : source?.length;
  return invent(info.returnType, typeof length === 'number' ? length : LIST_LENGTH);
};

function invent(type: GraphQLOutputType, length: number): unknown {
  if (isNonNullType(type)) return invent(type.ofType, length);
  if (isListType(type)) return Array.from({ length }, () => invent(type.ofType, LIST_LENGTH));
  if (isEnumType(type)) return type.getValues()[0]?.value;
  return isObjectType(type) ? { length } : (SCALARS[type.name] ?? `invented ${type.name}`);
}
