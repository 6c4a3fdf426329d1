import { hex } from '@ledgergraph/chain-kit/hex';
import { generateFlowChain } from '@ledgergraph/generators/flow-chain/generate-flow-chain';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { normalizePrinted, readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { readAmounts } from '#/db/amounts-text.ts';
import type { FlowTransfer } from '#/db/flow-tables.ts';
import type { BasketState } from '#/flows/basket-state.ts';
import { COIN, conversionFeeOf } from '#/flows/formulas.ts';
import { collectFlows } from '#/indexing/collect-flows.ts';
import { exportOf } from '#/indexing/flow-rows.ts';
import { readFlows } from '#/indexing/read-flows.ts';
import { convertAmounts } from '#/quote/convert-amounts.ts';
import { flowsOfImport } from '#/quote/import-flows.ts';
import { readContinuedBlocks } from './continued-blocks.ts';
import { CHANGE_WEIGHT, flowsBy, flowsOf, isAt, keyOf, listSettled, nativeFees, readLegFees } from './import-rules.ts';

const VRSCTEST = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const GENERATED = generateFlowChain({ chainId: VRSCTEST, name: 'VRSCTEST', seed: 51, blocks: 240 });

/** Exact for a recording, the least for a generated chain. */
const CHAINS: readonly [string, readonly Block[], { imports: number; exports: number }][] = [
  ['vrsctest-a', readNormalizedBlocks('vrsctest-a'), { imports: 37, exports: 47 }],
  ['pchain-a', readNormalizedBlocks('pchain-a'), { imports: 1, exports: 1 }],
  ['mempool-a', readNormalizedBlocks('mempool-a'), { imports: 5, exports: 7 }],
  [
    'vrsctest-a, continued',
    normalizePrinted(await readContinuedBlocks('vrsctest-a', 250), VRSCTEST),
    { imports: 80, exports: 90 },
  ],
  [
    'a generated chain',
    normalizePrinted(
      GENERATED.blocks.map(({ text }) => text),
      VRSCTEST,
    ),
    { imports: 15, exports: 30 },
  ],
];

describe.each(CHAINS)('%s', (name, blocks, counts) => {
  const chainId = blocks[0]?.chainId ?? '';
  const read = blocks.map(readFlows);
  const rows = collectFlows(chainId, read, { transfers: new Map(), exports: new Map() });
  const transfers = [...rows.transfers];
  const imports = listSettled(chainId, blocks, rows);

  test('each export has the digest, the amounts and the transfers that its import repeats, in the order of the chain', () => {
    const imported = read.flatMap((flows) => flows.imports);
    const legFees = readLegFees(blocks);
    let checked = 0;
    for (const one of rows.exports) {
      const own = transfers
        .filter((own) => isAt(exportOf(own), one))
        .sort((a, b) => (a.exportOrdinal ?? 0) - (b.exportOrdinal ?? 0));
      expect(own.map(keyOf)).toEqual([...own].sort(inChainOrder).map(keyOf));
      const { fromHeight, toHeight, hashTransfers, totalAmounts } = one;
      const amounts = readAmounts(totalAmounts).map(({ currencyId, satoshis }) => [currencyId, satoshis] as const);
      const heights = own.map(({ height }) => height);
      expect(heights.filter((height) => height < fromHeight || height > toHeight)).toEqual([]);
      const totals = sumByCurrency(
        own.flatMap((transfer) => [
          [transfer.fromId, transfer.kind === 'MINT' ? 0n : transfer.amount] as const,
          [transfer.feeCurrencyId, transfer.fee + (legFees.get(keyOf(transfer)) ?? 0n)] as const,
        ]),
      );
      if (own.length > 0) expect(amounts.toSorted()).toEqual([...totals].sort());
      const match = imported.find(
        ({ import: { exportKey } }) => exportKey?.txid === one.txid && exportKey.vout === one.vout,
      );
      if (match === undefined) continue;
      const { valueIn, sourceHeight } = match.import;
      expect({ hashTransfers: match.import.hashTransfers, sourceHeight, valueIn: [...valueIn] }).toEqual({
        hashTransfers,
        sourceHeight: toHeight,
        valueIn: amounts,
      });
      expect(match.height).toBeGreaterThanOrEqual(one.height);
      expect(match.state?.currencyId).toBe(match.import.currencyId);
      checked += own.length > 0 ? 1 : 0;
    }
    expectCount(name, checked, counts.exports);
  });

  test('every transfer that is spent stands in one export, and pays its beneficiary', () => {
    const spent = new Set(
      blocks.flatMap((block) =>
        block.transactions.flatMap(({ inputs }) => inputs.map(({ txid, vout }) => `${hex(txid)}:${vout}`)),
      ),
    );
    for (const own of transfers.filter(({ vout }) => vout >= 0)) {
      expect({ key: keyOf(own), isSpent: spent.has(keyOf(own)) }).toEqual({
        key: keyOf(own),
        isSpent: own.exportHeight !== null,
      });
    }
    expect(transfers.filter(({ followsRules }) => followsRules === false)).toEqual([]);
  });

  test('the state of each import of a running basket follows from the state before and its transfers', () => {
    for (const { row, before, after, transfers: own, legs } of imports) {
      const place = { height: row.height, currencyId: row.currencyId };
      expect({ place, ...flowsOf(after) }).toEqual({
        place,
        ...flowsBy(chainId, { before, after, transfers: own, legs }),
      });
      for (const reserve of after.reserves) {
        const units = reserve.reserves === 0n ? COIN : reserve.reserves;
        expect(reserve.priceInReserve).toBe((units * 10n ** 16n) / (after.supply * reserve.weight));
      }
      const changesWeights = own.some((transfer) => transfer.kind === 'MINT' || (transfer.flags & CHANGE_WEIGHT) !== 0);
      if (!changesWeights) expect(weightsOf(after)).toEqual(weightsOf(before));
    }
    expectCount(name, imports.length, counts.imports);
  });

  test('the prices of an import are those that a quote of its conversions has', () => {
    let priced = 0;
    for (const { row, before, after, transfers: own, legs } of imports) {
      const isPlain = own.every((one) => isConversion(one) && one.feeCurrencyId === chainId);
      if (!isPlain || own.length === 0 || legs.length > 0) continue;
      const ids = before.reserves.map(({ currencyId }) => currencyId);
      const indexOf = (id: string | null) => (id === row.currencyId ? null : ids.indexOf(id ?? ''));
      const conversions = own.map((transfer) => {
        const fee = conversionFeeOf(transfer);
        return {
          from: indexOf(transfer.fromId),
          to: indexOf(transfer.toId),
          net: transfer.amount - fee,
          conversionFee: fee,
        };
      });
      const { curve, flows } = flowsOfImport(before, ids.indexOf(chainId), conversions);
      expect({ height: row.height, ...convertAmounts(curve, flows) }).toEqual({
        height: row.height,
        prices: after.reserves.map(({ lastConversionPrice }) => lastConversionPrice),
        viaPrices: after.reserves.map(({ viaConversionPrice }) => viaConversionPrice),
      });
      priced += 1;
    }
    expect(priced).toBeGreaterThan(name === 'pchain-a' ? -1 : 3);
  });

  test('half of the conversion fees stays, and the rest becomes the reward of the exporter and a fee of the transaction', () => {
    for (const { row, after, transfers: own, reward, fee } of imports) {
      const native = nativeFees(chainId, after);
      const share = (native * (50_000_000n + 500_000n * (BigInt(Math.min(50, own.length)) - 1n))) / COIN;
      const least = share < 40_000n ? share : 40_000n;
      const expected = own.length === 0 ? 0n : share / 10n > least ? share / 10n : least;
      expect({ height: row.height, reward, all: reward + fee }).toEqual({
        height: row.height,
        reward: expected,
        all: native,
      });
    }
  });
});

/** A generated chain changes with its generator. */
function expectCount(name: string, found: number, count: number): void {
  if (name === 'a generated chain' || name.endsWith('continued')) expect(found).toBeGreaterThanOrEqual(count);
  else expect(found).toBe(count);
}

function isConversion({ kind }: FlowTransfer): boolean {
  return kind === 'BUY' || kind === 'SELL' || kind === 'VIA';
}

function inChainOrder(a: FlowTransfer, b: FlowTransfer): number {
  const bytes = ({ txid }: FlowTransfer) => Buffer.from(txid, 'hex').reverse();
  return a.height - b.height || Buffer.compare(bytes(a), bytes(b)) || a.vout - b.vout;
}

function sumByCurrency(amounts: readonly (readonly [string, bigint])[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [id, amount] of amounts) if (amount > 0n) sums.set(id, (sums.get(id) ?? 0n) + amount);
  return sums;
}

function weightsOf({ reserves }: BasketState): bigint[] {
  return reserves.map(({ weight }) => weight);
}
