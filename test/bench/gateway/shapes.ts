export interface Shape {
  name: string;
  query: string;
}

export interface ShapeSubjects {
  address: string;
  identity: string;
  basket: string;
  /** It has many outputs; at `past` the identity is there. */
  block: number;
  past: number;
}

/**
 * VRSCTEST: the holder with the most transactions, an identity of twenty revisions, a basket with a state in most blocks, and a block
 * with many outputs.
 */
const RECORDED: ShapeSubjects = {
  address: 'RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7',
  identity: 'delta@',
  basket: 'basket1',
  block: 382,
  past: 300,
};

const BLOCK = 'height hash timestamp validation size txCount reward';
const OUTPUT = 'index value scriptType kind addresses spendable spentBy { txid index blockHeight }';

/** All read VRSCTEST, the test key's default network. */
export const SHAPES: readonly Shape[] = shapesOf(RECORDED);

export function shapesOf(subjects: ShapeSubjects): readonly Shape[] {
  return [...fewRows(subjects), ...lists(subjects), ...histories(subjects)];
}

function fewRows({ address, identity, basket, block }: ShapeSubjects): Shape[] {
  return [
    { name: 'networks', query: '{ networks { name } }' },
    { name: 'block', query: `{ block(height: ${block}) { hash } }` },
    { name: 'identity', query: `{ identity(identity: "${identity}") { identityAddress } }` },
    { name: 'balance', query: `{ address(address: "${address}") { balance } }` },
    { name: 'currency', query: `{ currency(currency: "${basket}") { currencyId } }` },
    {
      name: 'network-tips',
      query:
        '{ networks { name nativeCurrency { name } syncState { status lastBlockHeight lastBlockHash finalizedHeight } } }',
    },
    {
      name: 'identity-card',
      query: `{ identity(identity: "${identity}") { friendlyName status primaryAddresses contentAggregate
      address { balance txCount utxoCount } recoveryIdentity { friendlyName } currency { name } } }`,
    },
    {
      name: 'basket',
      query: `{ currency(currency: "${basket}") { friendlyName kind launchState
      state { supply blockHeight reserves { amount weight priceInReserve currency { friendlyName } } } } }`,
    },
    {
      name: 'block-page',
      query: `{ block(height: ${block}) { ${BLOCK} producer { address balance }
      transactions(limit: 10) { totalCount transactions { txid isCoinbase fee valueOut } } } }`,
    },
  ];
}

function lists({ address }: ShapeSubjects): Shape[] {
  return [
    { name: 'blocks', query: `{ blocks(limit: 50) { totalCount nextCursor blocks { ${BLOCK} } } }` },
    {
      name: 'block-producers',
      query: `{ blocks(limit: 50) { blocks { height producer { address balance identity { friendlyName } } } } }`,
    },
    {
      name: 'identities',
      query:
        '{ identities(limit: 50) { totalCount identities { friendlyName status registeredHeight address { balance } } } }',
    },
    {
      name: 'search',
      query: '{ identities(search: "id", limit: 20) { identities { friendlyName identityAddress } } }',
    },
    {
      name: 'utxos',
      query: `{ addressUtxos(address: "${address}", limit: 100) { totalCount nextCursor
      utxos { txid vout value blockHeight kind spendable currencyValues { amount currencyId } } } }`,
    },
    {
      name: 'rich-list',
      query: `{ richList(limit: 50) { totalCount entries { rank balance share
      address { address txCount identity { friendlyName } balances(limit: 5) { balances { balance currency { name } } } } } } }`,
    },
  ];
}

function histories({ address, identity, basket, block, past }: ShapeSubjects): Shape[] {
  return [
    {
      name: 'identity-history',
      query: `{ identityHistory(identity: "${identity}", limit: 50) { versions { version operation status block { hash height } } } }`,
    },
    {
      name: 'address-history',
      query: `{ addressTransactions(address: "${address}", limit: 50) { totalCount transactions { direction balanceAfter
      amounts { amount currency { name } } transaction { index fee block { hash } } } } }`,
    },
    {
      name: 'currency-history',
      query: `{ currencyHistory(currency: "${basket}", limit: 50) { states { blockHeight supply
      reserves { amount priceInReserve currency { name } } } } }`,
    },
    {
      name: 'as-of',
      query: `{ identity(identity: "${identity}", asOf: { height: ${past} }) { version status contentMultiMap
      address { balance utxoCount } history(limit: 5) { versions { version operation } } } }`,
    },
    // 300 outputs, and a few hundred entities in all subgraphs.
    {
      name: 'whole-block',
      query: `{ block(height: ${block}) { ${BLOCK}
      producer { address balance identity { friendlyName address { txCount } } balances(limit: 5) { balances { balance currency { name } } } }
      transactions(limit: 20) { transactions { txid fee
        vin(limit: 100) { inputs { txid vout address value } }
        vout(limit: 100) { outputs { ${OUTPUT} currencyValues { amount currency { name friendlyName kind state { supply } identity { friendlyName status } } } } } } }
      identityVersions(limit: 50) { versions { name operation block { hash } } }
      currencyStates(limit: 50) { states { supply currency { name } reserves { amount currency { name } } } } } }`,
    },
  ];
}
