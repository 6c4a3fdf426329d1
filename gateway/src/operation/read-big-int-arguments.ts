import { scalarResolvers } from '@ledgergraph/graph-kit/scalars';
import { type GraphQLSchema, isScalarType, type ValueNode } from 'graphql';
import { MalformedBigInt } from '#/errors/format-error.ts';

/** The only scalar of ours that arguments have. Composition keeps no code: without this a malformed height would reach a subgraph. */
export function readBigIntArguments(schema: GraphQLSchema): void {
  const type = schema.getType('BigInt');
  if (!isScalarType(type)) return;
  type.parseValue = (value) => orMalformed(() => scalarResolvers.BigInt.parseValue(value));
  type.parseLiteral = (node: ValueNode) => orMalformed(() => scalarResolvers.BigInt.parseLiteral(node));
}

function orMalformed(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    // A GraphQLError of the scalar's would replace the one that knows where the value stands.
    throw new MalformedBigInt();
  }
}
