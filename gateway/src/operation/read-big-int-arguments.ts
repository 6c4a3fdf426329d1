import { scalarResolvers } from '@ledgergraph/graph-kit/scalars';
import { type GraphQLSchema, isScalarType, type ValueNode } from 'graphql';

/** Not a value the BigInt scalar takes. Apart from other type errors, since it is answered as a VALIDATION_ERROR. */
export class MalformedBigInt extends TypeError {
  constructor() {
    super('BigInt takes a whole number below 2^53, or a string of its digits');
    this.name = 'MalformedBigInt';
  }
}

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
