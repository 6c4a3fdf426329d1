import type { Untyped } from '@ledgergraph/test-kit/client';

export interface List {
  name: string;
  /** `PAGE` stands for limit and cursor, `ROWS` for the selection. */
  operation: string;
  find: (data: Untyped) => Untyped;
  rows: string;
  row: string;
  /** Without totalCount. */
  isUncounted?: boolean;
  /** The newest block that the list can see. */
  toHeight?: number;
}

const ADDRESS = 'RKZkmNUHyeif2okpjZ1zcizbEx75dCkyMy';
const HOLDER = 'RTqQe58LSj2yr5CrwYFwcsAQ1edQwmrkUU';
const MINER = 'RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7';
const PRODUCER = 'RQiNjfoy8AsN59KeB69bP3mu51btEdXBJH';
const STAKER = 'RGwzJaAM88FWPX2zZY9MBjRe6X5hYmdJ6Y';
const BASKET = 'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX';
const NATIVE = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const PAIR = `basket: "${BASKET}", base: "${BASKET}", quote: "${NATIVE}"`;

const CONVERTER = 'RRrJaG3xAymC81MzPBZbkmxU64zB9dvp3J';
const TRANSFER = 'transfer(txid: "f56e29a94c7d8fcf2fd879637fc4eeedb61212c8acdcd73888b5aa6d7677e9df", index: 0)';

const CONNECTION: Readonly<Record<string, Pick<List, 'rows' | 'row' | 'isUncounted'>>> = {
  blocks: { rows: 'blocks', row: 'hash' },
  identities: { rows: 'identities', row: 'identityAddress txid' },
  subIdentities: { rows: 'identities', row: 'identityAddress txid' },
  controls: { rows: 'identities', row: 'identityAddress txid' },
  identityVersions: { rows: 'versions', row: 'identityAddress version txid' },
  currencyStates: { rows: 'states', row: 'currencyId txid supply' },
  vin: { rows: 'inputs', row: 'index txid vout', isUncounted: true },
  vout: { rows: 'outputs', row: 'index value scriptType', isUncounted: true },
  changes: { rows: 'changes', row: 'address amounts { currencyId satoshis }', isUncounted: true },
  controlledIdentities: { rows: 'versions', row: 'identityAddress version txid' },
  identityHistory: { rows: 'versions', row: 'version txid' },
  history: { rows: 'versions', row: 'version txid' },
  currencies: { rows: 'currencies', row: 'currencyId definitionTxid' },
  currencyHistory: { rows: 'states', row: 'blockHeight txid supply' },
  richList: { rows: 'entries', row: 'rank satoshis share address { address }' },
  balances: { rows: 'balances', row: 'currencyId satoshis' },
  addressBalances: { rows: 'balances', row: 'currencyId satoshis' },
  utxos: { rows: 'utxos', row: 'txid vout confirmations spendable' },
  addressUtxos: { rows: 'utxos', row: 'txid vout confirmations spendable' },
  walletUtxos: { rows: 'utxos', row: 'txid vout address confirmations spendable' },
  walletTransactions: { rows: 'transactions', row: 'txid changes { currencyId satoshis }', isUncounted: true },
  transactions: { rows: 'transactions', row: 'txid' },
  markets: { rows: 'markets', row: 'base { currencyId } quote { currencyId }', isUncounted: true },
  trades: { rows: 'trades', row: 'id side price baseAmount', isUncounted: true },
  candles: { rows: 'candles', row: 'start open close trades', isUncounted: true },
  addressDeltas: { rows: 'deltas', row: 'txid vout spent { txid vout inputIndex } satoshis', isUncounted: true },
  addressTransactions: { rows: 'transactions', row: 'txid balanceAfter' },
  statistics: { rows: 'statistics', row: 'start fromHeight toHeight transactions fees', isUncounted: true },
  volumes: { rows: 'volumes', row: 'currency { currencyId } transferred converted', isUncounted: true },
  producers: { rows: 'producers', row: 'address { address } minedBlocks stakedBlocks reward', isUncounted: true },
  statement: { rows: 'movements', row: 'txid amount balance' },
  walletStatement: { rows: 'movements', row: 'txid currencyId amount balance fee kind', isUncounted: true },
  openingBalances: { rows: 'balances', row: 'currencyId amount', isUncounted: true },
  closingBalances: { rows: 'balances', row: 'currencyId amount', isUncounted: true },
  balanceHistory: { rows: 'balancePoints', row: 'start toHeight balance isOpen', isUncounted: true },
  transfers: { rows: 'transfers', row: 'txid index status amount', isUncounted: true },
  contributions: { rows: 'transfers', row: 'txid index status amount', isUncounted: true },
  conversions: { rows: 'conversions', row: 'transfer { txid index } amountOut', isUncounted: true },
  exports: { rows: 'exports', row: 'txid index', isUncounted: true },
  imports: { rows: 'imports', row: 'txid index', isUncounted: true },
  supplyEvents: { rows: 'supplyEvents', row: 'txid kind amount supply', isUncounted: true },
  launches: { rows: 'launches', row: 'currency { currencyId } launchState', isUncounted: true },
  offers: { rows: 'offers', row: 'txid status', isUncounted: true },
  registrations: { rows: 'registrations', row: 'identity { identityAddress } txid price', isUncounted: true },
  stakes: { rows: 'stakes', row: 'block { hash } address staked reward', isUncounted: true },
};

/** With their heights: a transaction's own lists survive whatever comes after it. */
const MANY_INPUTS = { txid: '3b7d66c3c1b766fbe3fa30d654344b648450b341da0a8aa05d9652d71e2ae67b', toHeight: 389 };
const MANY_OUTPUTS = { txid: 'be89481ffb36e32b8715f93392508a35e5257101dd1921a5141b27ece4b7bc80', toHeight: 378 };

const BOUND = /(?:toHeight|block\(height): (\d+)/;

/** @param path root field to list; `PAGE` stands among the list's own arguments */
function list(...path: string[]): List {
  const names = path.map((step) => step.replace(/\(.*\)$/, ''));
  const connection = CONNECTION[names.at(-1) ?? ''];
  if (connection === undefined) throw new Error(`the rows of ${path.join(' ')} are not named`);
  const toHeight = BOUND.exec(path.join(' '))?.[1];
  return {
    name: path.join(' › '),
    operation: `{ ${path.join(' { ')} { ROWS } ${'} '.repeat(path.length)}`,
    find: (data) => names.reduce((value, name) => value[name], data),
    ...connection,
    ...(toHeight === undefined ? {} : { toHeight: Number(toHeight) }),
  };
}

function listOfTransaction({ txid, toHeight }: typeof MANY_INPUTS, field: string): List {
  return { ...list(`transaction(txid: "${txid}")`, `${field}(PAGE)`), toHeight };
}

export const LISTS: readonly List[] = [
  listOfTransaction(MANY_INPUTS, 'vin'),
  listOfTransaction(MANY_OUTPUTS, 'vout'),
  listOfTransaction(MANY_OUTPUTS, 'changes'),
  list('blocks(fromHeight: 560, toHeight: 600, PAGE)'),
  list('blocks(order: ASC, PAGE)'),
  list(`blocks(producer: "${PRODUCER}", PAGE)`),
  list('blocks(validation: WORK, order: ASC, PAGE)'),
  list('blocks(fromTime: "2026-11-20T02:38:45Z", toHeight: 420, PAGE)'),
  list('identities(PAGE)'),
  list('identities(search: "s", PAGE)'),
  list('identities(primaryAddress: "R9LNHJe7BbpTfhURYaL4DAPTajKUzVR61s", PAGE)'),
  list('controlledIdentities(controller: "R9LNHJe7BbpTfhURYaL4DAPTajKUzVR61s", role: PRIMARY, PAGE)'),
  list('currencies(PAGE)'),
  list('richList(PAGE)'),
  list('currency(currency: "tok1")', 'richList(PAGE)'),
  list('currencyHistory(currency: "basket1", PAGE)'),
  list('currencyHistory(currency: "VRSCTEST", fromHeight: 10, toHeight: 40, PAGE)'),
  list('identityHistory(identity: "delta@", PAGE)'),
  list('identityHistory(identity: "delta@", order: DESC, toHeight: 430, PAGE)'),
  list('currencyHistory(currency: "basket1", order: DESC, PAGE)'),
  list('identity(identity: "delta@")', 'history(PAGE)'),
  list('identity(identity: "tok1@")', 'subIdentities(PAGE)'),
  list('address(address: "R9LNHJe7BbpTfhURYaL4DAPTajKUzVR61s")', 'controls(PAGE)'),
  list(`addressBalances(address: "${ADDRESS}", PAGE)`),
  list(`addressBalances(address: "${HOLDER}", PAGE)`),
  list(`address(address: "${HOLDER}")`, 'balances(PAGE)'),
  list(`addressUtxos(address: "${MINER}", PAGE)`),
  list(`addressUtxos(address: "${MINER}", spendableOnly: true, PAGE)`),
  list(`addressUtxos(address: "${MINER}", order: ASC, PAGE)`),
  list(`walletUtxos(addresses: ["${MINER}", "${ADDRESS}", "${HOLDER}"], PAGE)`),
  list(`walletUtxos(addresses: ["${MINER}", "${ADDRESS}", "${HOLDER}"], order: ASC, PAGE)`),
  list(`walletUtxos(addresses: ["${HOLDER}", "${MINER}"], spendableOnly: true, PAGE)`),
  list(`walletTransactions(addresses: ["${MINER}", "${ADDRESS}"], PAGE)`),
  list(`walletTransactions(addresses: ["${HOLDER}", "${ADDRESS}"], order: ASC, fromHeight: 200, toHeight: 400, PAGE)`),
  list(`walletStatement(addresses: ["${HOLDER}", "${ADDRESS}"], PAGE)`),
  list(`walletStatement(addresses: ["${MINER}", "${ADDRESS}"], currency: "VRSCTEST", order: DESC, PAGE)`),
  list(`walletStatement(addresses: ["${HOLDER}", "${ADDRESS}"], fromHeight: 400, limit: 1)`, 'openingBalances(PAGE)'),
  list(`walletStatement(addresses: ["${HOLDER}", "${ADDRESS}"], limit: 1)`, 'closingBalances(PAGE)'),
  list(`addressDeltas(address: "${ADDRESS}", PAGE)`),
  list(`addressDeltas(address: "${ADDRESS}", order: DESC, fromHeight: 200, toHeight: 400, PAGE)`),
  list(`addressTransactions(address: "${ADDRESS}", PAGE)`),
  list(`addressTransactions(address: "${ADDRESS}", order: ASC, fromHeight: 200, toHeight: 400, PAGE)`),
  list(`address(address: "${ADDRESS}")`, 'balances(PAGE)'),
  list(`address(address: "${MINER}")`, 'utxos(PAGE)'),
  list(`address(address: "${ADDRESS}")`, 'transactions(PAGE)'),
  list('markets(PAGE)'),
  list('markets(order: DESC, PAGE)'),
  list(`candles(${PAIR}, interval: BLOCK, PAGE)`),
  list(`candles(${PAIR}, interval: BLOCK, order: DESC, PAGE)`),
  list(`market(${PAIR})`, 'trades(PAGE)'),
  list('currency(currency: "basket1")', 'markets(PAGE)'),
  list('block(height: 113)', 'transactions(PAGE)'),
  list('block(height: 339)', 'identityVersions(PAGE)'),
  list('block(height: 209)', 'currencyStates(PAGE)'),
  list('transfers(PAGE)'),
  list('transfers(kind: BUY, order: ASC, PAGE)'),
  list(`transfers(currency: "${BASKET}", fromHeight: 200, toHeight: 600, PAGE)`),
  list('conversions(PAGE)'),
  list(`conversions(basket: "${BASKET}", order: ASC, PAGE)`),
  list(`supplyEvents(currency: "${BASKET}", PAGE)`),
  list('currency(currency: "basket1")', 'supplyEvents(PAGE)'),
  list('currency(currency: "basket1")', 'conversions(PAGE)'),
  list('exports(PAGE)'),
  list('imports(PAGE)'),
  list('block(height: 272)', 'exports(PAGE)'),
  list('block(height: 253)', 'imports(PAGE)'),
  list(TRANSFER, 'export', 'transfers(PAGE)'),
  list(TRANSFER, 'import', 'transfers(PAGE)'),
  list(`address(address: "${CONVERTER}")`, 'transfers(PAGE)'),
  list(`address(address: "${CONVERTER}")`, 'conversions(PAGE)'),
  list(`address(address: "${ADDRESS}")`, 'statement(PAGE)'),
  list(`address(address: "${ADDRESS}")`, 'balanceHistory(interval: HOUR, PAGE)'),
  list('launches(PAGE)'),
  list('launches(order: ASC, PAGE)'),
  list('currency(currency: "basket1")', 'launch', 'contributions(PAGE)'),
  list('registrations(PAGE)'),
  list('registrations(order: ASC, fromHeight: 200, toHeight: 600, PAGE)'),
  list('offers(PAGE)'),
  list('offers(order: ASC, PAGE)'),
  list('identity(identity: "Räumschiff 7@")', 'offers(PAGE)'),
  list('statistics(interval: HOUR, order: DESC, PAGE)'),
  list('statistics(interval: HOUR, PAGE)'),
  {
    ...list('statistics(interval: MONTH, fromTime: "2026-11-01T00:00:00Z", limit: 1)', 'statistics', 'volumes(PAGE)'),
    find: ({ statistics }) => statistics.statistics[0].volumes,
  },
  list('producers(PAGE)'),
  list('producers(validation: WORK, fromHeight: 200, toHeight: 400, PAGE)'),
  list(`stakes(address: "${STAKER}", PAGE)`),
  list(`address(address: "${STAKER}")`, 'stakes(PAGE)'),
];

/** As `Type.field`. */
export async function findUnwalked(ask: Ask, lists: readonly List[]): Promise<string[]> {
  const named = 'name ofType { name ofType { name ofType { name } } }';
  const { data } = await ask(`{ __schema { types { name fields { name args { name } type { ${named} } } } } }`);
  const fields = new Map<string, { args: Untyped[]; type: Untyped }>(
    data.__schema.types.flatMap((type: Untyped) =>
      (type.fields ?? []).map((field: Untyped) => [`${type.name}.${field.name}`, field]),
    ),
  );
  const typeOf = (coordinate: string): string => {
    let type = fields.get(coordinate)?.type;
    while (type?.ofType != null) type = type.ofType;
    return type?.name ?? '';
  };
  const walked = new Set(
    lists.map(({ name }) => {
      const path = name.split(' › ').map((step) => step.replace(/\(.*\)$/, ''));
      const parent = path.slice(0, -1).reduce((type, field) => typeOf(`${type}.${field}`), 'Query');
      return `${parent}.${path.at(-1)}`;
    }),
  );
  const all = [...fields].filter(([, { args }]) => args.some(({ name }) => name === 'cursor'));
  expect(all.length).toBeGreaterThan(0);
  return all.map(([coordinate]) => coordinate).filter((coordinate) => !walked.has(coordinate));
}

export interface Page {
  rows: Untyped[];
  nextCursor: string | null;
}

export type Ask = (operation: string) => Promise<{ data: Untyped; errors: unknown[] }>;

export async function readPage(
  ask: Ask,
  list: List,
  limit: number,
  cursor: string | null,
): Promise<Page & { totalCount: number | null }> {
  const page = `limit: ${limit}${cursor === null ? '' : `, cursor: "${cursor}"`}`;
  const counted = list.isUncounted === true ? '' : 'totalCount ';
  const wanted = `${counted}hasMore nextCursor ${list.rows} { ${list.row} }`;
  // The page comes last, since a random cursor may contain the word ROWS.
  const { data, errors } = await ask(list.operation.replace('ROWS', wanted).replace('PAGE', page));
  expect(errors).toEqual([]);
  const found = list.find(data);
  const { hasMore, nextCursor, totalCount = null } = found;
  const rows: Untyped[] = found[list.rows];
  expect(rows.length).toBeLessThanOrEqual(limit);
  if (hasMore) expect(rows).toHaveLength(limit);
  expect(nextCursor === null).toBe(!hasMore);
  return { rows, nextCursor, totalCount };
}

/** May stop at enough rows for a test. */
export async function readRows(
  ask: Ask,
  list: List,
  limit: number,
  rowsMax: number,
): Promise<{ rows: Untyped[]; totalCount: number | null; isWhole: boolean }> {
  const first = await readPage(ask, list, limit, null);
  const rows = [...first.rows];
  let { nextCursor } = first;
  while (nextCursor !== null && rows.length < rowsMax) {
    const page = await readPage(ask, list, limit, nextCursor);
    expect(page.totalCount).toBe(first.totalCount);
    rows.push(...page.rows);
    nextCursor = page.nextCursor;
  }
  return { rows, totalCount: first.totalCount, isWhole: nextCursor === null };
}
