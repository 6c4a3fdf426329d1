// The parts of services that tests and benchmarks use by themselves, without a running service. Every other file under
// test/ takes them from here, so that one page shows what a change of a service's inside can break.

export { createContext as connectAddresses } from '@ledgergraph/addresses/context';
export { createLoaders as createAddressLoaders } from '@ledgergraph/addresses/graph/loaders';
export { resolvers as addressResolvers } from '@ledgergraph/addresses/graph/resolvers';
export { createAddressHandler } from '@ledgergraph/addresses/indexing/address-handler';
export type { ChainNode } from '@ledgergraph/blocks/chain/chain-node';
export { checkContinuity } from '@ledgergraph/blocks/chain/check-continuity';
export { followChain } from '@ledgergraph/blocks/chain/follow-chain';
export { normalizeBlock } from '@ledgergraph/blocks/chain/normalize-block';
export { normalizePoolTransaction } from '@ledgergraph/blocks/chain/normalize-pool-transaction';
export { BATCH_BLOCKS_MAX } from '@ledgergraph/blocks/chain/read-ahead';
export { connectNodes } from '@ledgergraph/blocks/chain/verus-nodes';
export { readBlock } from '@ledgergraph/blocks/indexing/read-blocks';
export { announceNetwork } from '@ledgergraph/blocks/networks/announce-network';
export type { NetworkSettings } from '@ledgergraph/blocks/networks/network-settings';
export { PoolFollower } from '@ledgergraph/blocks/pool/pool-follower';
export { blockStreamService } from '@ledgergraph/blocks/stream/block-stream-service';
export { outweighs } from '@ledgergraph/blocks/verus-rpc/chain-power';
export { VerusNode } from '@ledgergraph/blocks/verus-rpc/node';
export { readSubgraphs } from '@ledgergraph/gateway/compose/read-subgraphs';
export { compileCost } from '@ledgergraph/gateway/cost/compile-cost';
export { COST_MAX_DEFAULT, estimateCost } from '@ledgergraph/gateway/cost/cost-formula';
export { readCostWeights } from '@ledgergraph/gateway/cost/cost-weights';
