export interface SizedOperation {
  name: string;
  query: string;
  /** In turn: requests under way are never equal, so that sharing is not measured. */
  variables: readonly Record<string, unknown>[];
}

const VARIANTS = 16;
const HEIGHT_MAX = 600;

const heights = Array.from({ length: VARIANTS }, (_, index) => ({ height: HEIGHT_MAX - 13 * index }));

/** One fetch and a row; two fetches and a page; four fetches and fifty blocks. */
export const OPERATIONS: readonly SizedOperation[] = [
  {
    name: 'light',
    query: 'query Light($height: BigInt!) { block(height: $height) { height hash timestamp } }',
    variables: heights,
  },
  {
    name: 'medium',
    query: `query Medium($height: BigInt!) { block(height: $height) { height hash timestamp validation size txCount reward
      producer { address balance txCount } transactions(limit: 10) { totalCount transactions { txid isCoinbase fee valueOut } } } }`,
    variables: heights,
  },
  {
    name: 'heavy',
    query: `query Heavy($height: BigInt!) { blocks(toHeight: $height, limit: 50) { totalCount nextCursor blocks {
      height hash timestamp validation reward
      producer { address balance txCount identity { friendlyName status } }
      transactions(limit: 3) { transactions { txid fee vout(limit: 4) { outputs { index value scriptType kind addresses
        currencyValues { amount currency { name friendlyName kind } } } } } } } } }`,
    variables: heights,
  },
];
