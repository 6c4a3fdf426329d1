import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { knowsCurrencies } from '@ledgergraph/verus-protocol/root-chains';
import type { Values } from '#/gateway/gateway-client.ts';
import { connectionPage, listOf, objectOf } from '#/gateway/values.ts';
import type { Json } from '../../json.ts';
import type { Call, Method } from '../../method.ts';
import { countParams, flagOf, objectParam, signedOf } from '../../read-params.ts';
import { readAddresses } from './asked-addresses.ts';
import { addAmount, CurrencyNames, coinMembers } from './currency-values.ts';

const USAGE = 'getaddressbalance {"addresses": [address, …], "friendlynames": false, "asofblock": height}';
/** Few addresses have more; these are walked alone. */
const CURRENCIES_AT_ONCE = 10;

/** In satoshis, by currency. */
interface Sums {
  readonly balance: Map<string, bigint>;
  readonly received: Map<string, bigint>;
}

export const getAddressBalance: Method = {
  name: 'getaddressbalance',
  family: 'addresses',
  answeredBy: 'rows',
  async run(call) {
    countParams(call, 1, 1, USAGE);
    const addresses = readAddresses(call.params[0]);
    const { friendlynames, asofblock } = objectParam(call.params[0]);
    const names = new CurrencyNames(flagOf(friendlynames));
    const sums: Sums = { balance: new Map(), received: new Map() };
    const variables = { chain: call.chain, ...(await readAsOf(call, signedOf(asofblock))) };
    for await (const rows of balancesOf(call, addresses, { variables, names })) addRows(sums, rows, names);
    return answerOf(call, sums, names);
  },
};

/** A height that is not below the tip is the tip, as 0 is. */
async function readAsOf(call: Call, height: number): Promise<Values> {
  return height > 0 && height < (await call.block()).height ? { asOf: { height } } : {};
}

interface Asked {
  variables: Values;
  names: CurrencyNames;
}

async function* balancesOf(
  call: Call,
  addresses: readonly string[],
  { variables, names }: Asked,
): AsyncGenerator<readonly Values[], void, void> {
  const row = `currencyId satoshis received${names.selected}`;
  const ofOne = `query RpcBalances($chain: String!, $address: String!, $asOf: AsOf, $limit: Int, $cursor: String) {
    addressBalances(chainId: $chain, address: $address, asOf: $asOf, limit: $limit, cursor: $cursor) {
      nextCursor balances { ${row} } } }`;
  const walk = (address: string) => call.pages(ofOne, { ...variables, address }, ['addressBalances', 'balances']);
  if (addresses.length === 1) {
    for await (const { items } of walk(addresses[0] ?? '')) yield items;
    return;
  }
  const ofAll = `query RpcAllBalances($chain: String!, $addresses: [String!]!, $asOf: AsOf) {
    addresses(chainId: $chain, addresses: $addresses, asOf: $asOf) {
      balances(limit: ${CURRENCIES_AT_ONCE}) { nextCursor balances { ${row} } } } }`;
  const found = listOf(await call.ask(ofAll, { ...variables, addresses }), 'addresses');
  for (const [index, values] of found.entries()) {
    const { items, nextCursor } = connectionPage(objectOf(values, 'balances'), 'balances');
    await call.charge(items.length);
    if (nextCursor === null) yield items;
    else for await (const page of walk(addresses[index] ?? '')) yield page.items;
  }
}

function addRows({ balance, received }: Sums, rows: readonly Values[], names: CurrencyNames): void {
  for (const row of rows) {
    const currencyId = String(row.currencyId);
    names.learn(row);
    addAmount(balance, currencyId, BigInt(String(row.satoshis)));
    addAmount(received, currencyId, satoshisFromDecimalText(String(row.received)));
  }
}

/** The native currency is listed wherever it was ever received, a token only while there is some of it. */
async function answerOf(call: Call, { balance, received }: Sums, names: CurrencyNames): Promise<Json> {
  const { chainId, height } = await call.block();
  const total = { balance: balance.get(chainId) ?? 0n, received: received.get(chainId) ?? 0n };
  if (!knowsCurrencies(chainId, height)) return total;
  const left = new Map([...balance].filter(([id, satoshis]) => satoshis !== 0n || id === chainId));
  return {
    ...total,
    currencybalance: left.size === 0 ? undefined : coinMembers(left),
    currencyreceived: received.size === 0 ? undefined : coinMembers(received),
    currencynames: received.size === 0 ? undefined : names.membersOf(received),
  };
}
