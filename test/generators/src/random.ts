// It lives with the node, which needs it in images.
export { Random } from '@ledgergraph/recorded-node/random';
