import { hex } from '@ledgergraph/chain-kit/hex';
import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { type OpenService, openService } from './open-service.ts';

const vrsctest = readStreamedBlocks('vrsctest-a');
const pchain = readStreamedBlocks('pchain-a');
const VRSCTEST = vrsctest[0]?.chainId ?? '';
const PCHAIN = pchain[0]?.chainId ?? '';
const BASKET = 'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX';

// biome-ignore lint/suspicious/noExplicitAny: answers have the shape of the query that stands beside them
type Answer = any;

let service: OpenService;

beforeAll(async () => {
  service = await openService();
  await service.apply('vrsctest-a', vrsctest);
  await service.apply('pchain-a', pchain);
});
afterAll(() => service.close());

async function ask(query: string, height: number, blocks = vrsctest): Promise<Answer> {
  const block = blocks[height];
  if (block === undefined) throw new Error(`no block ${height}`);
  const { data, errors } = await service.ask(query, {}, `${block.chainId}:${height}:${hex(block.hash)}`);
  expect(errors).toBeUndefined();
  return data;
}

async function walk(field: string, args: string, selection: string, height: number): Promise<Answer[]> {
  const all: Answer[] = [];
  for (let cursor: string | null = null; ; ) {
    const more: string = cursor === null ? '' : `, cursor: "${cursor}"`;
    const data = await ask(`{ ${field}(limit: 7, ${args}${more}) { ${field} { ${selection} } nextCursor } }`, height);
    all.push(...data[field][field]);
    cursor = data[field].nextCursor;
    if (cursor === null) return all;
  }
}

const PLACE = 'txid index blockHeight kind status fromId toId viaId';
const TIP = vrsctest.length - 1;

test('every filter of transfers selects what it names, at each of several heights and in both orders', async () => {
  for (const height of [TIP, 264]) {
    const all = await walk('transfers', `chainId: "${VRSCTEST}", order: ASC`, PLACE, height);
    const heights = all.map(({ blockHeight }) => blockHeight);
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
    expect(await walk('transfers', `chainId: "${VRSCTEST}"`, PLACE, height)).toEqual(all.toReversed());
    for (const status of ['PENDING', 'EXPORTED', 'IN_FLIGHT', 'SETTLED', 'REFUNDED']) {
      const ofStatus = all.filter((one) => one.status === status);
      const args = `chainId: "${VRSCTEST}", order: ASC, status: ${status}`;
      expect(await walk('transfers', args, PLACE, height)).toEqual(ofStatus);
      const bought = ofStatus.filter(({ kind, fromId, toId, viaId }) => {
        return kind === 'BUY' && [fromId, toId, viaId].includes(BASKET);
      });
      expect(await walk('transfers', `${args}, kind: BUY, currency: "${BASKET}"`, PLACE, height)).toEqual(bought);
    }
    const sold = all.filter(({ kind, blockHeight }) => kind === 'SELL' && blockHeight >= 300 && blockHeight <= 400);
    const args = `chainId: "${VRSCTEST}", order: ASC, kind: SELL, fromHeight: 300, toHeight: 400`;
    expect(await walk('transfers', args, PLACE, height)).toEqual(height < 300 ? [] : sold);
  }
});

test('at each height a transfer waits, is exported and is paid by the blocks up to it', async () => {
  const { transfers } = await ask(
    `{ transfers(chainId: "${VRSCTEST}", kind: CONTRIBUTION, order: ASC, limit: 100) {
      transfers { txid index blockHeight export { blockHeight } import { blockHeight } } } }`,
    TIP,
  );
  for (const { txid, index, blockHeight, export: exported, import: imported } of transfers.transfers) {
    const heights = [
      blockHeight,
      exported.blockHeight - 1,
      exported.blockHeight,
      imported.blockHeight - 1,
      imported.blockHeight,
    ];
    for (const height of new Set(heights)) {
      const { transfer } = await ask(
        `{ transfer(chainId: "${VRSCTEST}", txid: "${txid}", index: ${index}) { status export { txid } import { txid } payouts { amount } } }`,
        height,
      );
      const status =
        height < exported.blockHeight
          ? ['PENDING']
          : height < imported.blockHeight
            ? ['EXPORTED']
            : ['SETTLED', 'REFUNDED'];
      expect(status).toContain(transfer.status);
      expect([transfer.export === null, transfer.import === null]).toEqual([
        height < exported.blockHeight,
        height < imported.blockHeight,
      ]);
      expect(transfer.payouts.length > 0).toBe(height >= imported.blockHeight);
    }
    const before = await service.ask(
      `{ transfer(chainId: "${VRSCTEST}", txid: "${txid}", index: ${index}, asOf: { height: ${blockHeight - 1} }) { status } }`,
    );
    expect(before.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  }
});

test('a currency has the conversions from it, into it and through it, as of any block', async () => {
  const all = await walk(
    'conversions',
    `chainId: "${VRSCTEST}"`,
    'basketId fromId toId amountOut blockHeight txid',
    TIP,
  );
  const ids = [BASKET, 'i3guRTnKrqhvWwWwDBF5aRTBs5S5mYGrbS', VRSCTEST];
  for (const height of [263, 264, 400, TIP]) {
    const query = `query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on Currency { conversions(limit: 100) {
      hasMore conversions { basketId fromId toId amountOut blockHeight txid } } } } }`;
    const keys = ids.map((currencyId) => ({ __typename: 'Currency', chainId: VRSCTEST, currencyId, at: height }));
    const { data } = await service.ask(query, { keys });
    for (const [index, id] of ids.entries()) {
      const conversions = all.filter(
        (one) => one.blockHeight <= height && [one.basketId, one.fromId, one.toId].includes(id),
      );
      expect(data._entities[index].conversions).toEqual({ hasMore: false, conversions });
    }
  }
});

const CONVERSION = `direction from { currencyId } to { currencyId } amountIn amountInNet conversionFee amountOut price effectivePrice address
  blockHeight basketId transfer { txid kind payouts { amount address } }`;

test('every filter of conversions selects what it names, and each conversion pays what its transfer got', async () => {
  const all = await walk('conversions', `chainId: "${VRSCTEST}", order: ASC`, CONVERSION, TIP);
  expect(all).toHaveLength(99);
  for (const one of all) {
    expect(one.transfer.kind).toBe(one.direction);
    expect(one.transfer.payouts).toEqual([{ amount: one.amountOut, address: one.address }]);
  }
  const [first] = all;
  const currencyId = first.from.currencyId;
  const filters: [string, (one: Answer) => boolean][] = [
    [`basket: "${BASKET}"`, (one) => one.basketId === BASKET],
    [`currency: "${currencyId}"`, (one) => [one.from.currencyId, one.to.currencyId].includes(currencyId)],
    [`address: "${first.address}"`, (one) => one.address === first.address],
    ['fromHeight: 300, toHeight: 400', ({ blockHeight }) => blockHeight >= 300 && blockHeight <= 400],
  ];
  for (let chosen = 1; chosen < 2 ** filters.length; chosen += 1) {
    const used = filters.filter((_, index) => (chosen & (2 ** index)) !== 0);
    const args = [`chainId: "${VRSCTEST}"`, 'order: ASC', ...used.map(([text]) => text)].join(', ');
    const expected = all.filter((one) => used.every(([, holds]) => holds(one)));
    expect(await walk('conversions', args, CONVERSION, TIP)).toEqual(expected);
  }
  const named = await walk('conversions', `chainId: "vrsctest", order: ASC, basket: "Basket1@"`, CONVERSION, TIP);
  expect(named).toEqual(all.filter(({ basketId }) => basketId === BASKET));
});

test('a filter by a name of nothing is NOT_FOUND, and by an id of nothing an empty list', async () => {
  const codeOf = async (field: string) => (await service.ask(`{ ${field} { hasMore } }`)).errors?.[0]?.extensions.code;
  for (const field of [
    'transfers(currency: "nothing")',
    'conversions(address: "nothing@")',
    'exports(destinationSystem: "nothing")',
    'imports(sourceSystem: "nothing")',
    'supplyEvents(currency: "basket1", asOf: { height: 100 })',
    'offers(givesIdentity: "nothing@")',
    'registrations(referrer: "nothing")',
    'markets(currency: "nothing")',
  ]) {
    expect([field, await codeOf(field)]).toEqual([field, 'NOT_FOUND']);
  }
  const { data } = await service.ask(
    '{ transfers(currency: "iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB") { transfers { txid } } }',
  );
  expect(data.transfers.transfers).toEqual([]);
});

test('an export and its import name each other, with the same transfers in the same order', async () => {
  const TRANSFERS = 'transferCount transfers(limit: 100) { transfers { txid index } }';
  const exports = await walk(
    'exports',
    `chainId: "${VRSCTEST}"`,
    `txid index hashTransfers arrival ${TRANSFERS} import { txid index ${TRANSFERS} export { txid index } }`,
    TIP,
  );
  expect(exports).toHaveLength(52);
  for (const { txid, index, arrival, import: imported, ...one } of exports) {
    expect([arrival, imported.export]).toEqual(['ARRIVED', { txid, index }]);
    expect(imported.transfers).toEqual(one.transfers);
    expect(one.transfers.transfers).toHaveLength(one.transferCount);
  }
});

test('blocks, transactions and addresses have their records, and removed blocks none', async () => {
  const { transfers } = await ask(
    `{ transfers(chainId: "${VRSCTEST}", kind: VIA, limit: 1) {
    transfers { txid index destination viaId import { txid blockHeight } export { txid } } } }`,
    TIP,
  );
  const [transfer] = transfers.transfers;
  const block = vrsctest[transfer.import.blockHeight];
  const keys = [
    { __typename: 'Block', chainId: VRSCTEST, hash: hex(block?.hash ?? new Uint8Array()) },
    { __typename: 'Block', chainId: VRSCTEST, hash: '00'.repeat(32) },
    { __typename: 'Transaction', chainId: VRSCTEST, txid: transfer.txid },
    { __typename: 'Transaction', chainId: VRSCTEST, txid: transfer.import.txid },
    { __typename: 'Address', chainId: VRSCTEST, address: transfer.destination },
  ];
  const { data } = await service.ask(
    `query ($keys: [_Any!]!) { _entities(representations: $keys) {
      ... on Block { imports { imports { txid } } exports { exports { txid } } }
      ... on Transaction { own: transfers { index } import { txid } export { txid } }
      ... on Address { conversions { conversions { txid } } transfers { transfers { txid } } } } }`,
    { keys },
  );
  const [own, unknown, asking, paying, address] = data._entities;
  expect(own.imports.imports).toContainEqual({ txid: transfer.import.txid });
  expect(own.exports.exports).toContainEqual({ txid: transfer.export.txid });
  expect([unknown.imports.imports, unknown.exports.exports]).toEqual([[], []]);
  expect(asking.own).toContainEqual({ index: transfer.index });
  expect([asking.import, asking.export, paying.import]).toEqual([null, null, { txid: transfer.import.txid }]);
  expect(address.conversions.conversions).toContainEqual({ txid: transfer.txid });
  expect(address.transfers.transfers).toContainEqual({ txid: transfer.txid });
});

test('an onward leg is a transfer of its own, with its parent, and is in flight while no import of it is known', async () => {
  const { transfers } = await ask(
    `{ transfers(chainId: "${PCHAIN}", status: IN_FLIGHT) {
      transfers { destinationSystemId amount payouts { amount } export { arrival }
        parent { kind status amount payouts { txid index amount } } } } }`,
    pchain.length - 1,
    pchain,
  );
  // VRSCTEST is indexed here only up to a block before the import.
  expect(transfers.transfers.map(({ export: { arrival } }: Answer) => arrival)).toEqual(['ON_ITS_WAY', 'ON_ITS_WAY']);
  for (const { amount, payouts, parent } of transfers.transfers) {
    expect(payouts).toEqual([]);
    expect(parent).toMatchObject({ kind: 'SEND', status: 'SETTLED', amount, payouts: [{ amount }] });
  }
});

test('an import of another system has its transfers, payouts and rewards, also while that chain is behind', async () => {
  const { imports } = await ask(
    `{ imports(chainId: "${PCHAIN}", sourceSystem: "${VRSCTEST}", fromHeight: 379, toHeight: 379) {
      imports { export { txid } exporterReward notaryRewards { amount } payouts { amount }
        transfers { transfers { index kind status amount payouts { amount } conversion { amountOut transfer { index } } } } } } }`,
    pchain.length - 1,
    pchain,
  );
  const [{ transfers, payouts, ...one }] = imports.imports;
  expect(one).toEqual({
    export: null,
    exporterReward: '5.01923532',
    notaryRewards: [{ amount: '5.01923532' }, { amount: '5.01923532' }],
  });
  expect(payouts).toHaveLength(4);
  expect(transfers.transfers.map(({ index, kind, status }: Answer) => [index, kind, status])).toEqual([
    [-1, 'BUY', 'SETTLED'],
    [-2, 'VIA', 'SETTLED'],
    [-3, 'CURRENCY_EXPORT', 'SETTLED'],
    [-4, 'SEND', 'SETTLED'],
  ]);
  expect(transfers.transfers[0].conversion).toEqual({ amountOut: '986.66292272', transfer: { index: -1 } });
});
