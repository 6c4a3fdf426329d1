/** The values exist in the recorded test chain of `npm start`. */
export const EXAMPLE_VALUES: Readonly<Record<string, unknown>> = {
  address: '{{address}}',
  addresses: ['{{address}}'],
  amount: '1',
  base: '{{basketId}}',
  basket: '{{basketId}}',
  chainId: '{{chainId}}',
  controller: '{{address}}',
  currency: '{{basketId}}',
  from: '{{chainId}}',
  height: 100,
  hex: '{{hex}}',
  identity: '{{identityAddress}}',
  limit: 5,
  method: 'getinfo',
  names: ['delta@'],
  quote: '{{chainId}}',
  role: 'PRIMARY',
  time: '2026-01-01T00:00:00Z',
  to: '{{basketId}}',
  transaction: { payment: { outputs: 2 } },
  txid: '{{txid}}',
  txids: ['{{txid}}'],
};

/** Overrides for one root field. */
export const VALUES_OF_FIELD: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  currenciesByName: { names: ['basket1'] },
  currency: { currency: 'basket1' },
  currencyHistory: { currency: 'basket1' },
  currencyState: { currency: 'basket1' },
  currencyStatesAt: { currency: 'basket1', heights: [300, 310] },
  transfer: { txid: '{{transferTxid}}', index: 0 },
};

/** Root fields that need an optional argument. */
export const NEEDED_ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  block: ['height'],
};

export const COLLECTION_VARIABLES = {
  endpoint: 'http://127.0.0.1:4000/graphql',
  key: '',
  chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq',
  address: 'RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7',
  identityAddress: 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB',
  txid: 'bc5c4ccff8f33566188a96d2ddc9de25a4fccbf26a2879d953eb03b516e3c8cd',
  transferTxid: 'f56e29a94c7d8fcf2fd879637fc4eeedb61212c8acdcd73888b5aa6d7677e9df',
  basketId: 'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX',
  hex: '',
} as const;
