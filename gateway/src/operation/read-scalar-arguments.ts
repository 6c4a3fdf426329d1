import { scalarResolvers } from '@ledgergraph/graph-kit/scalars';
import { type GraphQLSchema, isScalarType, type ValueNode } from 'graphql';
import { MalformedScalar } from '#/errors/format-error.ts';

const OF_ARGUMENTS = [scalarResolvers.BigInt, scalarResolvers.DateTime, scalarResolvers.Decimal];

/** Composition keeps no code: without this a malformed height, time or amount would reach a subgraph. */
export function readScalarArguments(schema: GraphQLSchema): void {
  for (const { name, parseValue, parseLiteral } of OF_ARGUMENTS) {
    const type = schema.getType(name);
    if (!isScalarType(type)) continue;
    type.parseValue = (value) => orMalformed(() => parseValue(value));
    type.parseLiteral = (node: ValueNode) => orMalformed(() => parseLiteral(node));
  }
}

function orMalformed(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    // A GraphQLError of the scalar would replace the one that knows the place.
    throw new MalformedScalar(error instanceof Error ? error.message : undefined);
  }
}
