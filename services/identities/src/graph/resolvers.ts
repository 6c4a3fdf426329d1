import { pickScalars } from '@ledgergraph/graph-kit/scalars';
import { Address } from './Address.ts';
import { Block } from './Block.ts';
import { Identity } from './Identity.ts';
import { IdentityVersion } from './IdentityVersion.ts';
import { Query } from './Query.ts';
import { Statistics } from './Statistics.ts';

export const resolvers = {
  ...pickScalars('BigInt', 'DateTime', 'JSON'),
  Query,
  Address,
  Identity,
  IdentityVersion,
  Block,
  Statistics,
};
