export { decimal, decimals, whole } from '@ledgergraph/recorded-node/json-amounts';
