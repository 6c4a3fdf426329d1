import { readMeta, recordingDir } from '@ledgergraph/recorded-node/recording';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';

/** In blocks. */
const HOUR = 360;
const LATE = 30;
const CHAINS = ['vrsc-generated', 'island-generated'] as const;
const LIST = `query ($chainId: String, $cursor: String) {
  transfers(chainId: $chainId, limit: 100, cursor: $cursor) { nextCursor transfers {
    txid index kind status followsRules amount fromId toId viaId feeCurrencyId destinationSystemId
    import { chainId txid blockHeight transfers(limit: 100) { transfers { txid } } }
    conversion { amountOut } } } }`;
const QUOTE = `query ($chainId: String, $fromId: String!, $toId: String!, $viaId: String, $amount: Decimal!, $asOf: AsOf) {
  conversionQuote(chainId: $chainId, from: $fromId, to: $toId, via: $viaId, amount: $amount, asOf: $asOf) { amountOut } }`;

let stack: TestStack;

beforeAll(async () => {
  stack = await startTestStack({ recordings: CHAINS, from: 'demo', continues: true });
});
afterAll(() => stack?.stop());

async function ask(document: string, variables: Record<string, unknown>): Promise<Untyped> {
  const { data, errors } = await stack.query('live', document, variables);
  expect(errors).toEqual([]);
  return data;
}

async function listTransfers(chainId: string): Promise<Untyped[]> {
  const all: Untyped[] = [];
  for (let cursor: string | null = null; ; ) {
    const { transfers } = await ask(LIST, { chainId, cursor });
    all.push(...transfers.transfers);
    cursor = transfers.nextCursor;
    if (cursor === null) return all;
  }
}

test('where npm start begins, a live key finds transfers of each chain arriving on the other', async () => {
  const ids = CHAINS.map((name) => readMeta(recordingDir(name)).chainId);
  for (const [index, chainId] of ids.entries()) {
    const other = ids[1 - index];
    const left = (await listTransfers(chainId)).filter(({ destinationSystemId }) => destinationSystemId === other);
    const arrived = left.filter((transfer) => transfer.import !== null);
    expect(arrived.length).toBeGreaterThan(10);
    for (const { txid, status, import: place } of arrived) {
      expect([status, place.chainId]).toEqual(['SETTLED', other]);
      expect(place.transfers.transfers.map((transfer: Untyped) => transfer.txid)).toContain(txid);
    }
    // More arrive while someone watches.
    expect(left.some(({ status }) => status === 'IN_FLIGHT' || status === 'PENDING')).toBe(true);
  }
});

test('the generated chains keep the rules: every payment is as expected, and a conversion alone in its import is paid as quoted', async () => {
  const [chainId = ''] = CHAINS.map((name) => readMeta(recordingDir(name)).chainId);
  const transfers = await listTransfers(chainId);
  expect(transfers.filter(({ followsRules }) => !followsRules)).toEqual([]);
  const alone = transfers.filter(
    ({ conversion, feeCurrencyId, import: place }) =>
      conversion !== null &&
      feeCurrencyId === chainId &&
      place.chainId === chainId &&
      place.transfers.transfers.length === 1,
  );
  expect(alone.length).toBeGreaterThan(1);
  for (const { fromId, toId, viaId, amount, conversion, import: place } of alone) {
    const asOf = { height: place.blockHeight - 1 };
    const { conversionQuote } = await ask(QUOTE, { chainId, fromId, toId, viaId, amount, asOf });
    expect(conversionQuote.amountOut).toBe(conversion.amountOut);
  }
});

test('an hour after the recorded blocks have ended, transfers still leave each chain and arrive on the other, and all are as expected', async () => {
  const metas = CHAINS.map((name) => readMeta(recordingDir(name)));
  for (let step = 0; step < HOUR; step += 1) {
    for (const [index, name] of CHAINS.entries()) {
      const node = stack.node(name);
      const end = metas[index]?.tipHeight ?? 0;
      await (node.tip().height < end ? node.advanceTo(end) : node.advance());
    }
  }
  for (const name of CHAINS) await stack.waitForTip('live', stack.node(name).tip());
  for (const [index, { chainId }] of metas.entries()) {
    const other = metas[1 - index];
    const transfers = await listTransfers(chainId);
    expect(transfers.filter(({ followsRules }) => !followsRules)).toEqual([]);
    const recent = stack.node(CHAINS[1 - index] ?? CHAINS[0]).tip().height - LATE;
    const arrived = transfers.filter(
      ({ import: place }) => place?.chainId === other?.chainId && place.blockHeight > recent,
    );
    expect(arrived.length).toBeGreaterThan(0);
    expect(new Set(arrived.map(({ status }) => status))).toEqual(new Set(['SETTLED']));
  }
});
