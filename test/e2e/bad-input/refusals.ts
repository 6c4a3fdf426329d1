export interface Refusal {
  field: string;
  code: string;
  argument?: string;
}

const UNKNOWN_HASH = `${'0'.repeat(63)}1`;
/** A well-formed i-address that is not registered. */
const UNKNOWN_ID = 'i5v3h9FWVdRFbNHU7DfcpGykQjRaHtMqu7';
/** Its last character is mistyped. */
const MISTYPED_ID = 'i5v3h9FWVdRFbNHU7DfcpGykQjRaHtMqu8';
/** Has several currencies, outputs and transactions. */
const ADDRESS = 'RKZkmNUHyeif2okpjZ1zcizbEx75dCkyMy';
const NATIVE = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const BASKET = 'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX';
const ABOVE_TIP = 1_000_000;

const notFound = (field: string): Refusal => ({ field, code: 'NOT_FOUND' });
const invalid = (argument: string, field: string): Refusal => ({ field, code: 'VALIDATION_ERROR', argument });

export const NOT_FOUND: readonly Refusal[] = [
  notFound(`block(height: ${ABOVE_TIP}) { hash }`),
  notFound(`block(hash: "${UNKNOWN_HASH}") { hash }`),
  notFound(`transaction(txid: "${UNKNOWN_HASH}") { txid }`),
  notFound('identity(identity: "no such name@") { name }'),
  notFound(`identity(identity: "${UNKNOWN_ID}") { name }`),
  notFound('identityHistory(identity: "nosuchname@") { hasMore }'),
  notFound('address(address: "nosuchname@") { balance }'),
  notFound('addressBalances(address: "nosuchname@") { totalCount }'),
  notFound('addressUtxos(address: "nosuchname@") { totalCount }'),
  notFound(`walletUtxos(addresses: ["${ADDRESS}", "nosuchname@"]) { totalCount }`),
  notFound('walletTransactions(addresses: ["nosuchname@"]) { hasMore }'),
  notFound('addressTransactions(address: "nosuchname@") { totalCount }'),
  notFound('currency(currency: "nothing") { name }'),
  notFound(`currency(currency: "${UNKNOWN_ID}") { name }`),
  notFound(`currencyState(currency: "${UNKNOWN_ID}") { supply }`),
  notFound('currencyHistory(currency: "nothing") { totalCount }'),
  notFound(`richList(currency: "${UNKNOWN_ID}") { totalCount }`),
  notFound('richList(currency: "nothing") { totalCount }'),
  notFound(`addressUtxos(address: "${ADDRESS}", currency: "nothing") { totalCount }`),
  notFound(`addressTransactions(address: "${ADDRESS}", currency: "nothing") { totalCount }`),
  notFound('currencies(reserveCurrency: "nothing") { totalCount }'),
  ...['parent: "nothing"', 'primaryAddress: "nothing@"', 'revocationAuthority: "nothing"'].map((filter) =>
    notFound(`identities(${filter}) { totalCount }`),
  ),
  notFound(`network(chainId: "${UNKNOWN_ID}") { name }`),
  notFound(`block(height: 1, chainId: "${UNKNOWN_ID}") { hash }`),
  notFound(`address(address: "${ADDRESS}", asOf: { hash: "${UNKNOWN_HASH}" }) { balance }`),
  // At 100 the identity is not registered yet, and the currency is defined at 232.
  notFound('currency(currency: "basket1", asOf: { height: 231 }) { name }'),
  notFound('identity(identity: "delta@", asOf: { height: 100 }) { name }'),
];

const EITHER_OR: readonly Refusal[] = [
  invalid('height', 'block { hash }'),
  invalid('hash', `block(height: 1, hash: "${UNKNOWN_HASH}") { hash }`),
];

const quoteOf = (amount: string): string =>
  `conversionQuote(from: "${NATIVE}", to: "${BASKET}", amount: ${amount}) { amountOut }`;

const MALFORMED: readonly Refusal[] = [
  ...['1', '1.5', '"x"', '"1.123456789"', '"-1"', '"0"'].map((amount) => invalid('amount', quoteOf(amount))),
  invalid('hash', 'block(hash: "00ff") { hash }'),
  invalid('hash', `block(hash: "${'g'.repeat(64)}") { hash }`),
  invalid('txid', 'transaction(txid: "") { txid }'),
  ...['-1', '"abc"', '1.5', '9007199254740993', '2147483648', 'true'].map((height) =>
    invalid('height', `block(height: ${height}) { hash }`),
  ),
  ...['""', '"alice"', '"R123"', '"RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo8"', '"xQk2zUB7avAakTNBHukGv62754q2q3eH1t"'].map(
    (address) => invalid('address', `address(address: ${address}) { balance }`),
  ),
  invalid('address', 'address(address: "a@b@c") { balance }'),
  invalid('address', 'addressUtxos(address: "zs1") { totalCount }'),
  invalid('address', 'addressBalances(address: "zs1") { totalCount }'),
  invalid('addresses', 'walletTransactions(addresses: []) { hasMore }'),
  invalid('currency', `walletTransactions(addresses: ["${ADDRESS}"], currency: "${MISTYPED_ID}") { hasMore }`),
  invalid('addresses', 'walletUtxos(addresses: []) { totalCount }'),
  invalid('addresses', `walletUtxos(addresses: ["${ADDRESS}", "zs1"]) { totalCount }`),
  invalid('addresses', `walletUtxos(addresses: ${JSON.stringify(Array(1001).fill(ADDRESS))}) { totalCount }`),
  invalid('addresses', `addresses(addresses: ${JSON.stringify(Array(1001).fill(ADDRESS))}) { balance }`),
  invalid('address', 'addressTransactions(address: "zs1") { totalCount }'),
  invalid('identity', `identity(identity: "${ADDRESS}") { name }`),
  invalid('identity', `identityHistory(identity: "${MISTYPED_ID}") { hasMore }`),
  invalid('identity', `identity(identity: "${MISTYPED_ID}") { name }`),
  invalid('identity', 'identity(identity: "") { name }'),
  invalid('identity', 'identity(identity: "two..dots@") { name }'),
  invalid('names', `identitiesByName(names: [${'"a" '.repeat(1_001)}]) { name }`),
  invalid('names', `currenciesByName(names: [${'"a" '.repeat(1_001)}]) { name }`),
  invalid('heights', `currencyStatesAt(currency: "basket1", heights: [${'1 '.repeat(1_001)}]) { blockHeight }`),
  invalid('currency', 'currency(currency: "a/b") { name }'),
  ...[MISTYPED_ID, ADDRESS, 'two..dots'].flatMap((text) => [
    invalid('currency', `currency(currency: "${text}") { name }`),
    invalid('currency', `currencyState(currency: "${text}") { supply }`),
    invalid('currency', `currencyHistory(currency: "${text}") { totalCount }`),
    invalid('currency', `currencyStatesAt(currency: "${text}", heights: [1]) { blockHeight }`),
    invalid('currency', `richList(currency: "${text}") { totalCount }`),
    invalid('currency', `addressUtxos(address: "${ADDRESS}", currency: "${text}") { totalCount }`),
    invalid('currency', `addressTransactions(address: "${ADDRESS}", currency: "${text}") { totalCount }`),
    invalid('reserveCurrency', `currencies(reserveCurrency: "${text}") { totalCount }`),
    ...['parent', 'revocationAuthority', 'recoveryAuthority'].map((argument) =>
      invalid(argument, `identities(${argument}: "${text}") { totalCount }`),
    ),
  ]),
  ...[MISTYPED_ID, 'delta', 'two..dots@'].map((text) =>
    invalid('primaryAddress', `identities(primaryAddress: "${text}") { totalCount }`),
  ),
];

const RANGES: readonly Refusal[] = [
  'blocks(RANGE) { totalCount }',
  `addressTransactions(address: "${ADDRESS}", RANGE) { totalCount }`,
  `walletTransactions(addresses: ["${ADDRESS}"], RANGE) { hasMore }`,
  `walletStatement(addresses: ["${ADDRESS}"], RANGE) { hasMore }`,
  'identityHistory(identity: "delta@", RANGE) { hasMore }',
  'currencyHistory(currency: "basket1", RANGE) { totalCount }',
  ...['transfers', 'conversions', 'exports', 'imports', 'registrations', 'producers'].map(
    (list) => `${list}(RANGE) { hasMore }`,
  ),
].flatMap((field) => [
  invalid('fromHeight', field.replace('RANGE', 'fromHeight: 10, toHeight: 9')),
  invalid('fromHeight', field.replace('RANGE', 'fromHeight: -1')),
  invalid('toHeight', field.replace('RANGE', 'toHeight: "x"')),
]);

const AS_OF: readonly Refusal[] = [
  `address(address: "${ADDRESS}", ASOF) { balance }`,
  `addressBalances(address: "${ADDRESS}", ASOF) { totalCount }`,
  `addressUtxos(address: "${ADDRESS}", ASOF) { totalCount }`,
  `walletUtxos(addresses: ["${ADDRESS}"], ASOF) { totalCount }`,
  `addressTransactions(address: "${ADDRESS}", ASOF) { totalCount }`,
  `walletTransactions(addresses: ["${ADDRESS}"], ASOF) { hasMore }`,
  `walletStatement(addresses: ["${ADDRESS}"], ASOF) { hasMore }`,
  'richList(ASOF) { totalCount }',
  'identity(identity: "delta@", ASOF) { name }',
  'identityHistory(identity: "delta@", ASOF) { totalCount }',
  'currencyHistory(currency: "basket1", ASOF) { totalCount }',
  'identities(ASOF) { totalCount }',
  'currency(currency: "basket1", ASOF) { name }',
  'currencies(ASOF) { totalCount }',
  'currencyState(currency: "basket1", ASOF) { supply }',
].flatMap((field) =>
  [
    'asOf: {}',
    `asOf: { height: 1, hash: "${UNKNOWN_HASH}" }`,
    `asOf: { height: ${ABOVE_TIP} }`,
    'asOf: { height: -1 }',
    'asOf: { height: "x" }',
    'asOf: { hash: "x" }',
  ].map((asOf) => invalid('asOf', field.replace('ASOF', asOf))),
);

/** PAGE stands for the arguments. */
export const LISTS: readonly string[] = [
  'blocks(PAGE) { totalCount }',
  'identities(PAGE) { totalCount }',
  'currencies(PAGE) { totalCount }',
  'richList(PAGE) { totalCount }',
  `addressBalances(address: "${ADDRESS}", PAGE) { totalCount }`,
  `addressUtxos(address: "${ADDRESS}", PAGE) { totalCount }`,
  `walletUtxos(addresses: ["${ADDRESS}"], PAGE) { totalCount }`,
  `addressTransactions(address: "${ADDRESS}", PAGE) { totalCount }`,
  `walletTransactions(addresses: ["${ADDRESS}"], PAGE) { hasMore }`,
  `walletStatement(addresses: ["${ADDRESS}"], PAGE) { hasMore }`,
  'identityHistory(identity: "delta@", PAGE) { totalCount }',
  'currencyHistory(currency: "basket1", PAGE) { totalCount }',
];

const PAGES: readonly Refusal[] = LISTS.flatMap((field) => [
  ...['0', '101', '-5'].map((limit) => invalid('limit', field.replace('PAGE', `limit: ${limit}`))),
  ...['""', '"nonsense"', '"AAAAAAAAAAAAAAAAAAAAAAAA"'].map((cursor) =>
    invalid('cursor', field.replace('PAGE', `cursor: ${cursor}`)),
  ),
]);

export const INVALID: readonly Refusal[] = [...EITHER_OR, ...MALFORMED, ...RANGES, ...AS_OF, ...PAGES];
