const STATE = `supply coinSupply initialSupply emitted flags launchState blockHeight txid lastNotarization weights conversionPrices
  reserves { currencyId amount priceInReserve currency { friendlyName launchState state { supply } } }`;
const UTXOS =
  'totalCount utxos { txid vout blockHeight satoshis spendable confirmations currencyValues { currencyId satoshis } }';
const BALANCES = `totalCount balances { currencyId satoshis received sent lastChangeHeight
  currency { friendlyName state { supply } } }`;
const ADDRESS = `address type isSystem balance received sent txCount utxoCount firstSeenHeight lastSeenHeight
  identity { friendlyName txid version status }
  balances(limit: 100) { ${BALANCES} } utxos(limit: 100) { ${UTXOS} }
  transactions(limit: 100) { totalCount transactions { txid direction balanceAfter amounts { currencyId satoshis } } }
  balanceHistory(interval: HOUR, limit: 100) { balancePoints { start toHeight balance isOpen } }
  controls(limit: 100) { totalCount identities { friendlyName txid version status } }`;
const WALLET_STATEMENT = `fromHeight toHeight openingBalances(limit: 100) { balances { currencyId amount } }
  closingBalances(limit: 100) { balances { currencyId amount } }
  movements { txid blockHeight addresses currencyId amount balance fee kind counterparty { address balance } }`;
const IDENTITY = `identityAddress friendlyName status flags version txid vout blockHeight timelock unlockHeight
  primaryAddresses minimumSignatures contentMap contentMultiMap contentAggregate registeredHeight
  address { balance txCount utxoCount balances(limit: 100) { totalCount } } currency { launchState state { supply } }
  parent { txid version } revocationIdentity { txid version status } recoveryIdentity { txid }
  history(limit: 100) { versions { version txid operations } } subIdentities(limit: 100) { totalCount identities { identityAddress txid } }`;
const CURRENCY = `currencyId friendlyName kind launchState definitionHeight definition identity { txid version }
  state { ${STATE} } richList(limit: 100) { asOfHeight totalCount entries { rank satoshis share address { address balance } } }`;

const MARKET = `lastPrice spotPrice high24h low24h change24h baseVolume24h quoteVolume24h trades24h baseReserve quoteReserve lastTradeAt
  basket { currencyId state { supply } } base { currencyId friendlyName } quote { currencyId friendlyName }`;
const BASKET = 'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX';
const NATIVE = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const OFFER = `txid status expiryHeight blockHeight payTo takenBy takenAtHeight gives { amount } asks { amount } givesIdentity { txid version }`;
const LAUNCH = `launchState startBlock contributors currency { currencyId launchState } reserves { minimum accepted refunded launchPrice }`;
const TRANSFER = '2452430d1498f30941898065d704a67d57c08d6e555885f100b5c2fb3ddecc87';

/** `ASOF` stands for its argument, or for nothing. */
export type Question = string;

export interface Sample {
  addresses: readonly string[];
  identities: readonly string[];
  /** i-address and name. */
  currencies: readonly [string, string][];
}

export function listQuestions({ addresses, identities, currencies }: Sample): Question[] {
  return [
    'blocks(limit: 100 ASOF) { totalCount blocks { hash confirmations nextHash producer { address balance } } }',
    `blocks(producer: "${addresses[0]}", order: ASC ASOF) { totalCount blocks { hash confirmations } }`,
    'block(height: 120 ASOF) { hash confirmations nextHash transactions { transactions { txid confirmations } } }',
    `transaction(txid: "${TRANSFER}" ASOF) { confirmations vout(limit: 100) { outputs { index spentBy { txid } } } }`,
    `transactions(txids: ["${TRANSFER}", "${'0'.repeat(64)}"] ASOF) { txid confirmations }`,
    ...addresses.map((address) => `address(address: "${address}" ASOF) { ${ADDRESS} }`),
    `addresses(addresses: ${JSON.stringify(addresses)} ASOF) { address balance received txCount utxoCount lastSeenHeight }`,
    `walletUtxos(addresses: ${JSON.stringify(addresses)}, limit: 100 ASOF) { ${UTXOS} }`,
    `walletTransactions(addresses: ${JSON.stringify(addresses)}, limit: 100 ASOF) { transactions { txid blockHeight changes { satoshis } } }`,
    `walletStatement(addresses: ${JSON.stringify(addresses)}, limit: 100 ASOF) { ${WALLET_STATEMENT} }`,
    'richList(limit: 100 ASOF) { asOfHeight entries { rank satoshis share address { balance } } }',
    ...addresses.slice(0, 3).flatMap(listQuestionsOfOne),
    ...identities.map((id) => `identity(identity: "${id}" ASOF) { ${IDENTITY} }`),
    `identity(identity: "delta@" ASOF) { ${IDENTITY} }`,
    'identityHistory(identity: "delta@", limit: 100 ASOF) { totalCount versions { version txid operations status } }',
    'currencyHistory(currency: "basket1", limit: 100, order: DESC ASOF) { totalCount states { txid supply } }',
    'currenciesByName(names: ["basket1", "VRSCTEST"] ASOF) { currencyId state { supply } }',
    `identitiesByName(names: ["delta@", "alpha", "sub1.tok1"] ASOF) { ${IDENTITY} }`,
    'controlledIdentities(controller: "delta@", role: RECOVERY, limit: 100 ASOF) { totalCount versions { version txid verusJson } }',
    'identities(limit: 100 ASOF) { totalCount identities { identityAddress txid version status address { balance } } }',
    'identities(limit: 100, status: ACTIVE, search: "s" ASOF) { totalCount identities { identityAddress txid } }',
    ...currencies.map(([id]) => `currency(currency: "${id}" ASOF) { ${CURRENCY} }`),
    ...currencies.map(
      ([, name]) => `currencyState(currency: "${name}" ASOF) { ${STATE} currency { richList { asOfHeight } } }`,
    ),
    ...currencies.map(([id]) => `currency(currency: "${id}") { state(ASOF) { ${STATE} } }`),
    `currencies(limit: 100 ASOF) { totalCount currencies { ${CURRENCY} } }`,
    `market(basket: "${BASKET}", base: "${BASKET}", quote: "${NATIVE}" ASOF) { ${MARKET} }`,
    `markets(limit: 100 ASOF) { hasMore markets { ${MARKET} } }`,
    `conversionQuote(from: "${NATIVE}", to: "${BASKET}", amount: "12.5" ASOF) { amountOut conversionFee price slippage }`,
    `offers(limit: 100 ASOF) { hasMore offers { ${OFFER} } }`,
    `launches(limit: 100 ASOF) { hasMore launches { ${LAUNCH} } }`,
    'systemLocks(limit: 100 ASOF) { systemLocks { systemId name currencyId locked inFlight } }',
    `transfer(txid: "${TRANSFER}", index: 0 ASOF) { kind amount fee blockHeight destination senders import { state { ${STATE} } } }`,
    'transfers(limit: 100 ASOF) { transfers { txid index kind amount status blockHeight } }',
    'conversions(limit: 100 ASOF) { conversions { txid index amountIn amountOut price blockHeight } }',
    'exports(limit: 100 ASOF) { exports { txid arrival transferCount import { txid } } }',
    'imports(limit: 100 ASOF) { imports { txid transferCount export { txid } state { supply } } }',
    `supplyEvents(currency: "${BASKET}", limit: 100 ASOF) { supplyEvents { kind amount supply txid } }`,
    'registrations(limit: 100 ASOF) { registrations { txid price fee identity { version } } }',
    `candles(basket: "${BASKET}", base: "${BASKET}", quote: "${NATIVE}", interval: HOUR, limit: 100 ASOF) {
      candles { start open close trades isOpen toHeight } }`,
    'statistics(interval: DAY ASOF) { statistics { start blocks stakedBlocks transactions fees isOpen } }',
    'producers(limit: 100 ASOF) { producers { address { address } minedBlocks stakedBlocks reward share } }',
    'notarizations(limit: 100 ASOF) { notarizations { txid index status } }',
    'currencies(launchState: PRELAUNCH ASOF) { totalCount currencies { currencyId } }',
  ];
}

function listQuestionsOfOne(address: string): Question[] {
  return [
    `addressTransactions(address: "${address}", limit: 100 ASOF) { totalCount transactions { txid balanceAfter } }`,
    `addressUtxos(address: "${address}", limit: 100 ASOF) { ${UTXOS} }`,
    `addressDeltas(address: "${address}", limit: 100 ASOF) { deltas { txid satoshis spent { inputIndex } } }`,
    `addressBalances(address: "${address}" ASOF) { ${BALANCES} }`,
    `stakes(address: "${address}", limit: 100 ASOF) { stakes { staked reward } }`,
  ];
}

export function writeQuestion(question: Question, asOf: string | null): string {
  const argument = asOf === null ? '' : `asOf: ${asOf}`;
  return `{ answer: ${question.replaceAll('ASOF', argument).replaceAll(/\(\s*\)/g, '')} }`;
}
