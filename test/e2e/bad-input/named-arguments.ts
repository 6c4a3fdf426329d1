import { identityAddressOf } from '@ledgergraph/verus-protocol/name';

interface Thing {
  name: string;
  id: string;
}

const thing = (name: string): Thing => ({ name, id: identityAddressOf([...name.split('.'), 'VRSCTEST']) });
const ALPHA = thing('alpha');
const DELTA = thing('delta');
const SUB1 = thing('sub1.tok1');
const TOK1 = thing('tok1');
const BASKET1 = thing('basket1');
const ROOT: Thing = { name: 'VRSCTEST', id: identityAddressOf(['VRSCTEST']) };

/** By `Type.field(argument)`. */
export interface NamedArgument {
  of: Thing;
  /** TEXT stands for the value. */
  field: string;
  /** A name needs its @, since addresses are taken too. */
  takesAddresses?: true;
  isEmpty?: true;
}

const PAIR = { basket: '"basket1"', base: '"basket1"', quote: '"VRSCTEST"' };
const pairWith = (argument: string): string =>
  Object.entries(argument === '' ? PAIR : { ...PAIR, [argument]: 'TEXT' })
    .map(([name, text]) => `${name}: ${text}`)
    .join(', ');

/** markets knows the names of all that blocks name. */
const MARKET_ARGUMENTS: Readonly<Record<string, NamedArgument>> = {
  'Query.transfers(currency)': {
    of: BASKET1,
    field: 'transfers(currency: TEXT) { hasMore transfers { txid amount } }',
  },
  'Query.conversions(basket)': {
    of: BASKET1,
    field: 'conversions(basket: TEXT) { hasMore conversions { txid price } }',
  },
  'Query.conversions(currency)': {
    of: TOK1,
    field: 'conversions(currency: TEXT) { hasMore conversions { txid price } }',
  },
  'Query.conversions(address)': {
    of: ALPHA,
    field: 'conversions(address: TEXT) { hasMore conversions { txid price } }',
    takesAddresses: true,
    // No conversion of the recording pays an identity with a name.
    isEmpty: true,
  },
  'Query.exports(destinationSystem)': {
    of: ROOT,
    field: 'exports(destinationSystem: TEXT) { hasMore exports { txid } }',
  },
  'Query.exports(currency)': { of: BASKET1, field: 'exports(currency: TEXT) { hasMore exports { txid } }' },
  'Query.imports(sourceSystem)': { of: ROOT, field: 'imports(sourceSystem: TEXT) { hasMore imports { txid } }' },
  'Query.imports(currency)': { of: BASKET1, field: 'imports(currency: TEXT) { hasMore imports { txid } }' },
  'Query.supplyEvents(currency)': {
    of: BASKET1,
    field: 'supplyEvents(currency: TEXT) { supplyEvents { txid supply } }',
  },
  'Query.offers(givesCurrency)': { of: ROOT, field: 'offers(givesCurrency: TEXT) { offers { txid } }' },
  'Query.offers(givesIdentity)': { of: ALPHA, field: 'offers(givesIdentity: TEXT) { offers { txid } }', isEmpty: true },
  'Query.markets(basket)': { of: BASKET1, field: 'markets(basket: TEXT) { markets { spotPrice } }' },
  'Query.markets(currency)': { of: TOK1, field: 'markets(currency: TEXT) { markets { spotPrice } }' },
  ...Object.fromEntries(
    [['basket', BASKET1] as const, ['base', BASKET1] as const, ['quote', ROOT] as const].flatMap(([argument, of]) => [
      [`Query.market(${argument})`, { of, field: `market(${pairWith(argument)}) { spotPrice }` }],
      [
        `Query.candles(${argument})`,
        { of, field: `candles(${pairWith(argument)}, interval: WEEK) { candles { close } }` },
      ],
    ]),
  ),
  'Query.conversionQuote(from)': {
    of: ROOT,
    field: 'conversionQuote(from: TEXT, to: "basket1", amount: "1") { amountOut }',
  },
  'Query.conversionQuote(to)': {
    of: BASKET1,
    field: 'conversionQuote(from: "VRSCTEST", to: TEXT, amount: "1") { amountOut }',
  },
  'Query.conversionQuote(via)': {
    of: BASKET1,
    field: 'conversionQuote(from: "VRSCTEST", to: "tok1", via: TEXT, amount: "1") { amountOut }',
  },
  'Currency.priceIn(currency)': { of: ROOT, field: `currency(currency: "tok1") { priceIn(currency: TEXT) }` },
  'Market.liquidity(currency)': { of: ROOT, field: `market(${pairWith('')}) { liquidity(currency: TEXT) }` },
};

const IDENTITY = '{ identityAddress fullyQualifiedName version }';
const ADDRESS = '{ address balance txCount }';
const ROWS = 'totalCount hasMore';

/** A test compares the list with the schema. */
export const NAMED_ARGUMENTS: Readonly<Record<string, NamedArgument>> = {
  'Query.identity(identity)': { of: SUB1, field: `identity(identity: TEXT) ${IDENTITY}` },
  'Query.identitiesByName(names)': { of: DELTA, field: `identitiesByName(names: [TEXT]) ${IDENTITY}` },
  'Query.identityHistory(identity)': {
    of: DELTA,
    field: 'identityHistory(identity: TEXT) { hasMore versions { txid version } }',
  },
  'Query.blocks(producer)': {
    of: ALPHA,
    field: `blocks(producer: TEXT, limit: 1) { ${ROWS} blocks { hash } }`,
    takesAddresses: true,
    isEmpty: true,
  },
  'Query.stakes(address)': {
    of: ALPHA,
    field: 'stakes(address: TEXT) { hasMore stakes { reward } }',
    takesAddresses: true,
    isEmpty: true,
  },
  'Query.pendingTransactions(address)': {
    of: ALPHA,
    field: `pendingTransactions(address: TEXT) { ${ROWS} }`,
    takesAddresses: true,
    isEmpty: true,
  },
  'Query.notarizations(system)': {
    of: BASKET1,
    field: 'notarizations(system: TEXT) { hasMore notarizations { txid } }',
    isEmpty: true,
  },
  'Query.identities(parent)': { of: TOK1, field: `identities(parent: TEXT) { ${ROWS} identities ${IDENTITY} }` },
  'Query.identities(revocationAuthority)': {
    of: ALPHA,
    field: `identities(revocationAuthority: TEXT) { ${ROWS} identities ${IDENTITY} }`,
  },
  'Query.identities(recoveryAuthority)': {
    of: ALPHA,
    field: `identities(recoveryAuthority: TEXT) { ${ROWS} identities ${IDENTITY} }`,
  },
  'Query.identities(primaryAddress)': {
    of: ALPHA,
    field: `identities(primaryAddress: TEXT) { ${ROWS} }`,
    takesAddresses: true,
    // No identity of the recording is controlled by another one.
    isEmpty: true,
  },
  'Query.controlledIdentities(controller)': {
    of: ALPHA,
    field: `controlledIdentities(controller: TEXT, role: RECOVERY) { ${ROWS} versions { txid } }`,
    takesAddresses: true,
  },
  'Query.currenciesByName(names)': { of: BASKET1, field: 'currenciesByName(names: [TEXT]) { name currencyId }' },
  'Query.currency(currency)': { of: BASKET1, field: 'currency(currency: TEXT) { currencyId definitionTxid }' },
  'Query.currencyState(currency)': { of: BASKET1, field: 'currencyState(currency: TEXT) { currencyId supply }' },
  'Query.currencyStatesAt(currency)': {
    of: BASKET1,
    field: 'currencyStatesAt(currency: TEXT, heights: [300]) { blockHeight verusJson }',
  },
  'Query.currencyHistory(currency)': {
    of: BASKET1,
    field: `currencyHistory(currency: TEXT) { ${ROWS} states { txid } }`,
  },
  'Query.currencies(reserveCurrency)': {
    of: TOK1,
    field: `currencies(reserveCurrency: TEXT) { ${ROWS} currencies { currencyId } }`,
  },
  'Query.richList(currency)': { of: BASKET1, field: `richList(currency: TEXT) { ${ROWS} entries { rank satoshis } }` },
  'Query.addressUtxos(currency)': {
    of: TOK1,
    field: `addressUtxos(address: "HOLDER", currency: TEXT) { ${ROWS} utxos { txid vout } }`,
  },
  'Query.addressTransactions(currency)': {
    of: TOK1,
    field: `addressTransactions(address: "HOLDER", currency: TEXT) { ${ROWS} transactions { txid } }`,
  },
  'Address.utxos(currency)': {
    of: TOK1,
    field: `address(address: "HOLDER") { utxos(currency: TEXT) { ${ROWS} utxos { txid vout } } }`,
  },
  'Query.registrations(parent)': {
    of: ROOT,
    field: 'registrations(parent: TEXT) { hasMore registrations { txid price } }',
  },
  'Query.registrations(referrer)': {
    of: ALPHA,
    field: 'registrations(referrer: TEXT) { hasMore registrations { txid price } }',
  },
  ...MARKET_ARGUMENTS,
  'Address.statement(currency)': {
    of: TOK1,
    field: 'address(address: "HOLDER") { statement(currency: TEXT) { closingBalance movements { txid amount } } }',
  },
  'Address.balanceHistory(currency)': {
    of: TOK1,
    field:
      'address(address: "HOLDER") { balanceHistory(interval: DAY, currency: TEXT) { balancePoints { start balance } } }',
  },
  'Query.address(address)': { of: SUB1, field: `address(address: TEXT) ${ADDRESS}`, takesAddresses: true },
  'Query.addresses(addresses)': { of: DELTA, field: `addresses(addresses: [TEXT]) ${ADDRESS}`, takesAddresses: true },
  'Query.walletUtxos(currency)': {
    of: TOK1,
    field: 'walletUtxos(addresses: ["HOLDER"], currency: TEXT) { hasMore utxos { txid vout } }',
  },
  'Query.walletTransactions(currency)': {
    of: TOK1,
    field: 'walletTransactions(addresses: ["HOLDER"], currency: TEXT) { hasMore transactions { txid } }',
  },
  'Query.walletStatement(currency)': {
    of: TOK1,
    field: 'walletStatement(addresses: ["HOLDER"], currency: TEXT) { hasMore movements { txid amount } }',
  },
  'Query.walletStatement(addresses)': {
    of: DELTA,
    field: 'walletStatement(addresses: [TEXT]) { hasMore movements { txid amount } }',
    takesAddresses: true,
  },
  'Query.walletUtxos(addresses)': {
    of: DELTA,
    field: 'walletUtxos(addresses: [TEXT]) { hasMore utxos { txid vout } }',
    takesAddresses: true,
  },
  'Query.walletTransactions(addresses)': {
    of: DELTA,
    field: 'walletTransactions(addresses: [TEXT]) { hasMore transactions { txid } }',
    takesAddresses: true,
  },
  'Query.addressBalances(address)': {
    of: DELTA,
    field: `addressBalances(address: TEXT) { ${ROWS} balances { satoshis } }`,
    takesAddresses: true,
  },
  'Query.addressUtxos(address)': {
    of: DELTA,
    field: `addressUtxos(address: TEXT) { ${ROWS} utxos { txid vout } }`,
    takesAddresses: true,
  },
  'Query.addressDeltas(address)': {
    of: DELTA,
    field: 'addressDeltas(address: TEXT) { hasMore deltas { txid vout } }',
    takesAddresses: true,
  },
  'Query.addressTransactions(address)': {
    of: DELTA,
    field: `addressTransactions(address: TEXT) { ${ROWS} transactions { txid } }`,
    takesAddresses: true,
  },
};

export function spellingsOf({ name, id }: Thing): string[] {
  const below = id === ROOT.id ? [] : [`${name}.VRSCTEST`, `${name}.vrsctest`];
  const names = [name, name.toUpperCase(), name.toLowerCase(), ...below, ` ${name} `];
  const whole = id === ROOT.id ? [] : [`${name}@VRSCTEST`];
  return [...names, ...names.map((text) => `${text.trimEnd()}@`), ...whole, `${id}@`, ` ${id}`];
}
