import { identityAddressOf } from '@ledgergraph/verus-protocol/name';

/** A thing with a name, under a root. */
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

/** An argument, by `Type.field(argument)`. */
export interface NamedArgument {
  of: Thing;
  /** A root field; TEXT stands for the value of the argument. */
  field: string;
  /** The argument takes addresses too, so that a name needs its @. */
  takesAddresses?: true;
  /** The answer is empty in the recording. */
  isEmpty?: true;
}

const IDENTITY = '{ identityAddress fullyQualifiedName version }';
const ADDRESS = '{ address balance txCount }';
const ROWS = 'totalCount hasMore';

/** Every argument of the schema that takes the name of an identity or a currency. A test compares the list with the schema. */
export const NAMED_ARGUMENTS: Readonly<Record<string, NamedArgument>> = {
  'Query.identity(name)': { of: SUB1, field: `identity(name: TEXT) ${IDENTITY}` },
  'Query.identity(identityAddress)': { of: DELTA, field: `identity(identityAddress: TEXT) ${IDENTITY}` },
  'Query.identityByAddress(identityAddress)': {
    of: DELTA,
    field: `identityByAddress(identityAddress: TEXT) ${IDENTITY}`,
  },
  'Query.identitiesByName(names)': { of: DELTA, field: `identitiesByName(names: [TEXT]) ${IDENTITY}` },
  'Query.identityHistory(name)': { of: DELTA, field: 'identityHistory(name: TEXT) { txid version }' },
  'Query.identityHistory(identityAddress)': {
    of: DELTA,
    field: 'identityHistory(identityAddress: TEXT) { txid version }',
  },
  'Query.identityVersions(name)': { of: DELTA, field: 'identityVersions(name: TEXT) { hasMore versions { txid } }' },
  'Query.identityVersions(identityAddress)': {
    of: DELTA,
    field: 'identityVersions(identityAddress: TEXT) { hasMore versions { txid } }',
  },
  'Query.identities(parentId)': { of: TOK1, field: `identities(parentId: TEXT) { ${ROWS} identities ${IDENTITY} }` },
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
  'Query.currency(name)': { of: BASKET1, field: 'currency(name: TEXT) { currencyId definitionTxid }' },
  'Query.currency(currencyId)': { of: BASKET1, field: 'currency(currencyId: TEXT) { currencyId definitionTxid }' },
  'Query.currencyState(name)': { of: BASKET1, field: 'currencyState(name: TEXT) { currencyId supply }' },
  'Query.currencyState(currencyId)': { of: BASKET1, field: 'currencyState(currencyId: TEXT) { currencyId supply }' },
  'Query.currencyHistory(name)': { of: BASKET1, field: `currencyHistory(name: TEXT) { ${ROWS} states { txid } }` },
  'Query.currencyHistory(currencyId)': {
    of: BASKET1,
    field: `currencyHistory(currencyId: TEXT) { ${ROWS} states { txid } }`,
  },
  'Query.currencies(reserveCurrencyId)': {
    of: TOK1,
    field: `currencies(reserveCurrencyId: TEXT) { ${ROWS} currencies { currencyId } }`,
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
  'Query.registrations(parentId)': {
    of: TOK1,
    field: 'registrations(parentId: TEXT) { hasMore registrations { txid price } }',
  },
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
  'Query.addressTransactions(address)': {
    of: DELTA,
    field: `addressTransactions(address: TEXT) { ${ROWS} transactions { txid } }`,
    takesAddresses: true,
  },
};

/** Arguments that take ids alone, each with a message that names the query for a name. */
export const IDS_ALONE: readonly string[] = [
  // Its addresses are those of the mempool, which knows no names.
  'Query.pendingTransactions(address)',
  // Markets are those of ids: their subgraph knows no names.
  'Query.markets(currencyId)',
  'Currency.priceIn(currencyId)',
  'Market.liquidity(currencyId)',
  'Query.transfers(currencyId)',
  'Query.conversions(currencyId)',
  'Query.conversions(address)',
  'Query.exports(currencyId)',
  'Query.imports(currencyId)',
  'Query.supplyEvents(currencyId)',
  // So are producers and owners of staked coins.
  'Query.stakes(address)',
];

/** All ways of writing a thing but its id. */
export function spellingsOf({ name, id }: Thing): string[] {
  const names = [name, name.toUpperCase(), `${name}.VRSCTEST`, `${name}.vrsctest`, ` ${name} `];
  return [...names, ...names.map((text) => `${text.trimEnd()}@`), `${name}@VRSCTEST`, `${id}@`, ` ${id}`];
}
