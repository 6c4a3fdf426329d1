import { Refused } from '#/admission/refused.ts';
import { cellOf, objectOf, type Values } from '#/export/export-list.ts';
import { ReadFault } from '#/export/export-reader.ts';
import { refusedParameter } from '#/export/read-parameters.ts';
import { readEvents } from './dex-events.ts';
import { type Feed, type FeedView, FORMS, jsonAnswer, type Question } from './feed.ts';
import { findMarket, readMarkets } from './markets.ts';
import { writeName } from './symbol.ts';

/** Most blocks of one question for events. */
export const BLOCKS_MAX = 1_000;
const DEX_KEY = 'verus';
/** Conversion fee in hundredths of a per cent: 0.025 per cent, and twice that from reserve to reserve. */
const FEE_BPS = { direct: 2.5, via: 5 };

const BLOCK = `query FeedBlock($chainId: String, $height: BigInt) {
  block(chainId: $chainId, height: $height) { height time }
}`;
const ASSET = `query FeedAsset($chainId: String, $currencyId: String, $height: BigInt) {
  currency(chainId: $chainId, currencyId: $currencyId, asOf: { height: $height }) {
    currencyId fullyQualifiedName state { supply coinSupply }
  }
}`;
const latestBlock: Question = {
  needs: [],
  takes: {},
  async answer(view) {
    const block = objectOf(await view.ask(BLOCK, { height: finalHeightOf(view) }), 'block');
    return jsonAnswer({ block: { blockNumber: cellOf(block, 'height'), blockTimestamp: cellOf(block, 'time') } });
  },
};

const asset: Question = {
  needs: ['id'],
  takes: { id: FORMS.id },
  async answer(view, parameters) {
    const variables = { currencyId: parameters.get('id'), height: finalHeightOf(view) };
    const currency = objectOf(await view.ask(ASSET, variables), 'currency');
    const name = String(cellOf(currency, 'fullyQualifiedName'));
    const state = currency.state as Values | null;
    const totalSupply = state === null ? null : (cellOf(state, 'coinSupply') ?? cellOf(state, 'supply'));
    const supply = totalSupply === null ? {} : { totalSupply };
    return jsonAnswer({ asset: { id: cellOf(currency, 'currencyId'), name, symbol: writeName(name), ...supply } });
  },
};

const pair: Question = {
  needs: ['id'],
  takes: { id: FORMS.symbol },
  async answer(view, parameters) {
    const { symbol, basket, base, quote } = await findMarket(view, parameters.get('id') ?? '');
    const isVia = basket.id !== base.id && basket.id !== quote.id;
    const feeBps = isVia ? FEE_BPS.via : FEE_BPS.direct;
    const { markets } = await readMarkets(view, { basketId: basket.id });
    const assetIds = new Set(markets.flatMap((market) => [market.base.id, market.quote.id]));
    const pool = {
      ...{ id: basket.id, name: basket.name },
      ...{ assetIds: [...assetIds], pairIds: markets.map((market) => market.symbol) },
    };
    const assets = { asset0Id: base.id, asset1Id: quote.id };
    return jsonAnswer({ pair: { id: symbol, dexKey: DEX_KEY, ...assets, feeBps, pool } });
  },
};

const events: Question = {
  needs: ['fromBlock', 'toBlock'],
  takes: { fromBlock: FORMS.height, toBlock: FORMS.height },
  async answer(view, parameters) {
    const [from, to] = [Number(parameters.get('fromBlock')), Number(parameters.get('toBlock'))];
    const final = finalHeightOf(view);
    if (from > to) throw new ReadFault(refusedParameter('fromBlock must not be above toBlock.'));
    if (to > final) throw new ReadFault(refusedParameter(`toBlock must not be above the last final block, ${final}.`));
    if (to - from >= BLOCKS_MAX) {
      throw new ReadFault(refusedParameter(`A range has at most ${BLOCKS_MAX} blocks. Please ask in parts.`));
    }
    return jsonAnswer({ events: await readEvents(view, from, to) });
  },
};

/** DEX Screener's adapter, version 1.1: only blocks that are final. */
export const dexScreener: Feed = { questions: { 'latest-block': latestBlock, asset, pair, events } };

/** @throws ReadFault while no block of the chain is final */
function finalHeightOf({ finalHeight }: FeedView): number {
  if (finalHeight !== null) return finalHeight;
  throw new ReadFault(new Refused(404, 'NOT_FOUND', 'No block of this chain is final yet.'));
}
