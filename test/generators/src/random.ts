// The class lives with the node that needs it in images: it continues recordings by the same kind of draws.
export { Random } from '@ledgergraph/recorded-node/random';
