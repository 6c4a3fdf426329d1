import { pickScalars } from '@ledgergraph/graph-kit/scalars';
import { Address } from './Address.ts';
import { Block } from './Block.ts';
import { Query } from './Query.ts';

export const resolvers = { ...pickScalars('BigInt', 'Decimal', 'DateTime'), Query, Block, Address };
