import { pickScalars } from '@ledgergraph/graph-kit/scalars';
import { Address } from './Address.ts';
import { Block } from './Block.ts';
import { Query } from './Query.ts';

/** The resolver map of this subgraph: a file for each type that has resolvers. Rows have the other fields as they are named. */
export const resolvers = { ...pickScalars('BigInt', 'Decimal', 'DateTime'), Query, Block, Address };
