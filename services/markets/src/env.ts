export { indexerEnv, subgraphEnv as apiEnv } from '@ledgergraph/chain-kit/env';
