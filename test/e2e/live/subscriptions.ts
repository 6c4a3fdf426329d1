import type { Untyped } from '@ledgergraph/test-kit/client';

const EVENT = '__typename ... on Event { cursor blockHeight blockHash }';
const REMOVED = '... on BlocksRemoved { depth removedHashes }';
export const CONVERSION = `txid index basketId direction fromId toId amountIn amountInNet conversionFee amountOut price address importTxid
  blockHeight basket { friendlyName } transfer { status payouts { amount } }`;
/** By root field, each with the text that a row is compared by. */
export const KINDS = {
  chainEvents: {
    query: `subscription ($after: String) { chainEvents(after: $after) { ${EVENT} ${REMOVED}
      ... on BlockAdded { block { height hash previousHash confirmations txCount } } } }`,
    keyOf: ({ block }: Untyped) => JSON.stringify([block.hash, block.previousHash, block.txCount]),
  },
  addressActivity: {
    query: `subscription ($after: String, $addresses: [String!]!) { addressActivity(after: $after, addresses: $addresses) { ${EVENT} ${REMOVED}
      ... on AddressActivity {
        address { address balance txCount }
        activity { txid direction balanceAfter amounts { currencyId amount } block { hash } }
      } } }`,
    keyOf: ({ address, activity }: Untyped) => JSON.stringify([address.address, activity]),
  },
  identityChanges: {
    query: `subscription ($after: String) { identityChanges(after: $after) { ${EVENT} ${REMOVED}
      ... on IdentityChanged { identity { identityAddress status } version { version txid operation primaryAddresses } } } }`,
    keyOf: ({ identity, version }: Untyped) => JSON.stringify([identity.identityAddress, version]),
  },
  currencyChanges: {
    query: `subscription ($after: String) { currencyChanges(after: $after) { ${EVENT} ${REMOVED}
      ... on CurrencyChanged { state { currencyId blockHeight supply txid } } } }`,
    keyOf: ({ state }: Untyped) => JSON.stringify(state),
  },
  conversions: {
    query: `subscription ($after: String) { conversions(after: $after) { ${EVENT} ${REMOVED}
      ... on ConversionSettled { conversion { ${CONVERSION} } } } }`,
    keyOf: ({ conversion }: Untyped) => JSON.stringify(conversion),
  },
  transferChanges: {
    query: `subscription ($after: String) { transferChanges(after: $after) { ${EVENT} ${REMOVED}
      ... on TransferChanged { transfer { txid index status } } } }`,
    keyOf: ({ blockHeight, transfer }: Untyped) => JSON.stringify([blockHeight, transfer]),
  },
} as const;
export type Kind = keyof typeof KINDS;
export const kinds = Object.keys(KINDS) as Kind[];
