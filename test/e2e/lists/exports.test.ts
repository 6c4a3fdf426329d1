import type { Untyped } from '@ledgergraph/test-kit/client';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { StackClient } from '@ledgergraph/test-kit/stack';
import Papa from 'papaparse';

const HOLDER = 'RTqQe58LSj2yr5CrwYFwcsAQ1edQwmrkUU';
const AT = 640;

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
});

interface Case {
  path: string;
  operation: string;
  find: (data: Untyped) => Untyped;
  rowsOf: (data: Untyped) => Untyped[];
}

const BASKET = 'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX';
const NATIVE = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const CANDLE = 'start open high low close baseVolume quoteVolume trades isOpen';
const NAME = '{ friendlyName }';
const CONVERSION =
  'blockHeight timestamp txid index importTxid basketId direction fromId toId amountIn amountInNet conversionFee amountOut price effectivePrice address';

const CASES: Case[] = [
  {
    path: `statement?height=${AT}&address=${HOLDER},alpha@`,
    operation: `{ walletStatement(addresses: ["${HOLDER}", "alpha@"], asOf: { height: ${AT} }, PAGE) {
      nextCursor movements { txid blockHeight timestamp currencyId currency ${NAME} amount fee balance counterparty { address identity ${NAME} } kind } } }`,
    find: ({ walletStatement }) => walletStatement,
    rowsOf: ({ walletStatement }) =>
      walletStatement.movements.map(({ counterparty, currency, ...rest }: Untyped) => ({
        ...rest,
        currency: currency.friendlyName,
        counterparty: counterparty?.address ?? null,
        counterpartyIdentity: counterparty?.identity?.friendlyName ?? null,
      })),
  },
  {
    path: `statement?height=${AT}&address=${HOLDER}&currency=VRSCTEST&columns=amounts`,
    operation: `{ address(address: "${HOLDER}", asOf: { height: ${AT} }) { statement(PAGE) {
      nextCursor movements { txid blockHeight timestamp currencyId currency ${NAME} amount balance } } } }`,
    find: ({ address }) => address.statement,
    rowsOf: ({ address: { statement } }) =>
      statement.movements.map(({ currency, ...rest }: Untyped) => ({ ...rest, currency: currency.friendlyName })),
  },
  {
    path: `conversions?height=${AT}`,
    operation: `{ conversions(toHeight: ${AT}, order: ASC, PAGE) { nextCursor conversions { ${CONVERSION} basket ${NAME} from ${NAME} to ${NAME} } } }`,
    find: ({ conversions }) => conversions,
    rowsOf: ({ conversions }) =>
      conversions.conversions.map(({ basket, from, to, ...rest }: Untyped) => ({
        ...rest,
        basket: basket.friendlyName,
        from: from.friendlyName,
        to: to.friendlyName,
      })),
  },
  {
    // The latest block is that of the export here.
    path: `candles?confirmations=1&interval=block&basket=${BASKET}&base=${BASKET}&quote=${NATIVE}`,
    operation: `{ candles(basket: "${BASKET}", base: "${BASKET}", quote: "${NATIVE}", interval: BLOCK, PAGE) {
      nextCursor candles { ${CANDLE} } } }`,
    find: ({ candles }) => candles,
    rowsOf: ({ candles }) => candles.candles,
  },
  {
    path: `blocks?height=${AT}`,
    operation: `{ blocks(toHeight: ${AT}, order: ASC, PAGE) {
      nextCursor blocks { height hash previousHash timestamp validation producer { address identity ${NAME} } reward txCount size difficulty } } }`,
    find: ({ blocks }) => blocks,
    rowsOf: ({ blocks }) =>
      blocks.blocks.map(({ producer, ...block }: Untyped) => ({
        ...block,
        producer: producer.address,
        producerIdentity: producer.identity?.friendlyName ?? null,
      })),
  },
  {
    path: `rich-list?height=${AT}`,
    operation: `{ currency(currency: "VRSCTEST", asOf: { height: ${AT} }) {
      currencyId friendlyName richList(PAGE) { nextCursor entries { rank address { address identity ${NAME} } balance share } } } }`,
    find: ({ currency }) => currency.richList,
    rowsOf: ({ currency }) =>
      currency.richList.entries.map((entry: Untyped) => ({
        ...entry,
        address: entry.address.address,
        identity: entry.address.identity?.friendlyName ?? null,
        currencyId: currency.currencyId,
        currency: currency.friendlyName,
      })),
  },
  {
    path: `address-transactions?height=${AT}&address=${HOLDER}`,
    operation: `{ addressTransactions(address: "${HOLDER}", toHeight: ${AT}, order: ASC, PAGE) {
      nextCursor transactions { txid blockHeight timestamp direction amounts { currencyId currency ${NAME} amount } balanceAfter } } }`,
    find: ({ addressTransactions }) => addressTransactions,
    rowsOf: ({ addressTransactions }) =>
      addressTransactions.transactions.flatMap(({ amounts, balanceAfter, ...rest }: Untyped) =>
        (amounts.length === 0 ? [{ currencyId: null, currency: null, amount: null }] : amounts).map(
          (amount: Untyped) => ({
            ...rest,
            ...amount,
            currency: amount.currency?.friendlyName ?? null,
            nativeBalanceAfter: balanceAfter,
          }),
        ),
      ),
  },
];

test.each(CASES)(
  '$path: the rows are those of the API at the block of the head',
  async ({ path, operation, find, rowsOf }) => {
    const rows: Untyped[] = [];
    for (let cursor: string | null = null; ; ) {
      const page = `limit: 100${cursor === null ? '' : `, cursor: "${cursor}"`}`;
      const { data, errors } = await stack.query('test', operation.replace('PAGE', page));
      expect(errors).toEqual([]);
      rows.push(...rowsOf(data));
      cursor = find(data).nextCursor;
      if (cursor === null) break;
    }
    const { gatewayUrl, keys } = stack.address;
    const headers = { authorization: `Bearer ${keys.test}`, accept: 'application/x-ndjson' };
    const response = await fetch(`${gatewayUrl}/export/${path}`, { headers });
    expect(response.status).toBe(200);
    if (path.includes('height=')) expect(response.headers.get('x-export-block-height')).toBe(String(AT));
    const lines = (await response.text()).trimEnd().split('\n');
    const exported = lines.map((line) => {
      const { cursor: _, ...row } = JSON.parse(line);
      return row;
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(exported).toEqual(rows);
  },
);

test('the balances of an exported statement add up from row to row, and Koinly’s columns hold its amounts', async () => {
  const { gatewayUrl, keys } = stack.address;
  const read = async (query: string): Promise<Untyped[]> => {
    const headers = { authorization: `Bearer ${keys.test}`, accept: 'application/x-ndjson' };
    const response = await fetch(`${gatewayUrl}/export/statement?${query}&address=${HOLDER}`, { headers });
    expect(response.status).toBe(200);
    const lines = (await response.text()).trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line));
  };
  const satoshis = (text: string | null): bigint => BigInt((text ?? '0').replace('.', ''));
  const rows = await read(`height=${AT}&currency=VRSCTEST`);
  let balance = 0n;
  for (const row of rows) {
    balance += satoshis(row.amount);
    expect(satoshis(row.balance)).toBe(balance);
  }
  let sum = 0n;
  for (const row of await read(`height=${AT}&currency=VRSCTEST&columns=koinly`)) {
    expect(Object.keys(row).slice(0, 3)).toEqual(['Date', 'Sent Amount', 'Sent Currency']);
    sum += satoshis(row['Received Amount']) - satoshis(row['Sent Amount']) - satoshis(row['Fee Amount']);
  }
  expect(sum).toBe(balance);
});

const exported = async (list: string, query: string): Promise<Untyped[]> => {
  const { gatewayUrl, keys } = stack.address;
  const headers = { authorization: `Bearer ${keys.test}`, accept: 'application/x-ndjson' };
  const response = await fetch(`${gatewayUrl}/export/${list}?${query}`, { headers });
  expect(response.status).toBe(200);
  const lines = (await response.text()).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
};

/** By currency; empty: they add up to the statement. */
async function restOf(rows: readonly Untyped[], query: string): Promise<[string, bigint][]> {
  const balances = new Map<string, bigint>();
  const add = (currency: string | null, text: string | null, sign: bigint): void => {
    if (currency === null) return;
    const satoshis = BigInt((text ?? '0').replace('.', ''));
    balances.set(currency, (balances.get(currency) ?? 0n) + sign * satoshis);
  };
  for (const row of rows) {
    add(row['Received Currency'], row['Received Amount'], 1n);
    add(row['Sent Currency'], row['Sent Amount'], -1n);
    add(row['Fee Currency'], row['Fee Amount'], -1n);
  }
  for (const { currency, amount } of await exported('statement', query)) add(currency, amount, -1n);
  return [...balances].filter(([, rest]) => rest !== 0n);
}

test('Koinly’s columns have each conversion of a wallet as one trade, and add up to its statement in every currency', async () => {
  const { data } = await stack.query(
    'test',
    '{ conversions(limit: 100, toHeight: 400) { conversions { address amountOut transfer { blockHeight senders } } } }',
  );
  const conversions: Untyped[] = data.conversions.conversions;
  const wallet = new Set(conversions.flatMap(({ address, transfer }) => [address, ...transfer.senders]));
  const query = `height=${AT}&address=${[...wallet].join(',')}`;
  const tradesIn = (rows: readonly Untyped[]) =>
    rows.filter((row) => row['Sent Amount'] !== null && row['Received Amount'] !== null);
  const rows = await exported('statement', `${query}&columns=koinly`);
  expect(await restOf(rows, query)).toEqual([]);
  const paid = new Set(tradesIn(rows).map((row) => row['Received Amount']));
  expect(conversions.filter(({ amountOut }) => !paid.has(amountOut))).toEqual([]);
  const between = conversions[0].transfer.blockHeight;
  let trades = 0;
  for (const range of [`toHeight=${between}`, `fromHeight=${between + 1}`]) {
    const part = await exported('statement', `${query}&${range}&columns=koinly`);
    expect(await restOf(part, `${query}&${range}`)).toEqual([]);
    trades += tradesIn(part).length;
  }
  expect(trades).toBeLessThan(tradesIn(rows).length);
});

test('as CSV, the columns of amounts are those of the whole statement', async () => {
  const { gatewayUrl, keys } = stack.address;
  const read = async (query: string): Promise<{ fields: string[]; rows: Record<string, string>[] }> => {
    const headers = { authorization: `Bearer ${keys.test}`, accept: 'text/csv' };
    const response = await fetch(`${gatewayUrl}/export/statement?${query}&address=${HOLDER}`, { headers });
    const { data, meta } = Papa.parse<Record<string, string>>(await response.text(), {
      header: true,
      skipEmptyLines: true,
    });
    return { fields: meta.fields ?? [], rows: data };
  };
  const [whole, amounts] = [await read(`height=${AT}`), await read(`height=${AT}&columns=amounts`)];
  expect(amounts.fields).toEqual([
    'txid',
    'blockHeight',
    'timestamp',
    'currencyId',
    'currency',
    'amount',
    'balance',
    'cursor',
  ]);
  const ofAmounts = ({
    fee: _,
    counterparty: __,
    counterpartyIdentity: ___,
    kind: ____,
    cursor: _____,
    ...row
  }: Record<string, string>) => row;
  expect(amounts.rows.length).toBeGreaterThan(100);
  expect(amounts.rows.map(ofAmounts)).toEqual(whole.rows.map(ofAmounts));
});

test('a statement of one address and one currency names its number of rows and its price; one of more does not', async () => {
  const { gatewayUrl, keys } = stack.address;
  const headers = { authorization: `Bearer ${keys.test}` };
  const headOf = async (query: string) => {
    const answer = await fetch(`${gatewayUrl}/export/statement?${query}`, { method: 'HEAD', headers });
    return [answer.status, answer.headers.get('x-export-items'), answer.headers.get('x-export-units')];
  };
  for (const range of ['', '&fromHeight=300&toHeight=400', '&toTime=2000-01-01T00:00:00Z']) {
    const query = `height=${AT}&address=${HOLDER}&currency=VRSCTEST${range}`;
    const { length } = await exported('statement', query);
    expect(await headOf(query)).toEqual([200, String(length), '1']);
  }
  expect(await headOf(`height=${AT}&address=${HOLDER}`)).toEqual([200, null, null]);
  expect(await headOf(`height=${AT}&address=${HOLDER},alpha@&currency=VRSCTEST`)).toEqual([200, null, null]);
});

test.each([
  `address=${HOLDER}&fromHeight=1&toHeight=1`,
  `address=${HOLDER}&fromTime=2100-01-01T00:00:00Z`,
  `address=${HOLDER}&fromHeight=2000000&toHeight=2000001`,
  `address=${HOLDER}&toTime=2000-01-01T00:00:00Z`,
  'address=RCdXBieidGuXmK8Tw2gBoXWxi16UgqyKc7',
])('a statement without movements is a file without rows, in each set of columns: %s', async (query) => {
  const { gatewayUrl, keys } = stack.address;
  const headers = { authorization: `Bearer ${keys.test}`, accept: 'text/csv' };
  for (const columns of ['', '&columns=amounts', '&columns=koinly']) {
    const response = await fetch(`${gatewayUrl}/export/statement?${query}${columns}`, { headers });
    const [names, ...rows] = (await response.text()).split('\r\n');
    expect([columns, response.status, names === '', rows]).toEqual([columns, 200, false, ['']]);
  }
});
