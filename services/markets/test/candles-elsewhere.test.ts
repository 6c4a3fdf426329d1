import { hex } from '@ledgergraph/chain-kit/hex';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { CANDLE_INTERVALS } from '#/candles/intervals.ts';
import { type OpenService, openService } from './open-service.ts';
import { readRecordedImports } from './recorded-imports.ts';
import { tradesBetween } from './recorded-trades.ts';
import { expectCandles } from './trade-oracle.ts';

let service: OpenService;
beforeEach(async () => {
  service = await openService();
});
afterEach(() => service.close());

/** In block 378 of pchain-a conversions come from another chain, whose transfers the reader of raw imports lacks. */
const BLOCKS = { 'pchain-a': 378, 'mempool-a': 486 };

test.each(['pchain-a', 'mempool-a'] as const)(
  '%s: folding its conversions gives every candle of its baskets, at every height with one, and after a revert',
  async (name) => {
    const blocks = readNormalizedBlocks(name).slice(0, BLOCKS[name]);
    const chainId = blocks[0]?.chainId ?? '';
    const imports = readRecordedImports(name);
    const [last] = imports.slice(-1);
    if (last === undefined) throw new Error('the recording has no import of a running basket');
    const ids = [last.currencyId, ...last.after.reserves.map(({ currencyId }) => currencyId)];
    const pairs = ids.flatMap((baseId, index) => ids.slice(0, index).map((quoteId) => ({ baseId, quoteId })));
    const fields = pairs.flatMap(({ baseId, quoteId }, index) =>
      CANDLE_INTERVALS.map(
        (
          interval,
        ) => `${interval}_${index}: candles(basket: "${last.currencyId}", base: "${baseId}", quote: "${quoteId}",
          interval: ${interval}, limit: 100) { candles { start open high low close baseVolume quoteVolume trades } }`,
      ),
    );
    let seen = 0;
    const expectAt = async (height: number) => {
      const pins = `${chainId}:${height}:${hex(blocks[height]?.hash ?? new Uint8Array())}`;
      const { data, errors } = await service.ask(`{ ${fields.join(' ')} }`, {}, pins);
      expect(errors).toBeUndefined();
      const known = imports.filter((one) => one.currencyId === last.currencyId && one.height <= height);
      for (const [index, pair] of pairs.entries()) {
        const trades = tradesBetween(known, pair.baseId, pair.quoteId);
        seen += trades.length;
        for (const interval of CANDLE_INTERVALS) {
          expect({ height, interval, ...data[`${interval}_${index}`] }).toEqual({
            height,
            interval,
            candles: expectCandles(trades, interval, pair),
          });
        }
      }
    };
    await service.apply(name, blocks);
    for (const { height } of imports) await expectAt(height);
    await expectAt(blocks.length - 1);
    await service.revert(name, last.height - 1);
    await expectAt(last.height - 1);
    await service.apply(name, blocks.slice(last.height), 9);
    await expectAt(blocks.length - 1);
    expect(seen).toBeGreaterThan(0);
  },
);
