import type { Values } from '#/gateway/gateway-client.ts';
import { cellOf, objectOf } from '#/gateway/values.ts';
import { readEvents } from './dex-events.ts';
import { type Feed, type FeedEndpoint, FORMS, jsonAnswer } from './feed.ts';
import { findMarket, readMarkets } from './markets.ts';
import { refusedParameter } from './refusals.ts';
import { writeName } from './symbol.ts';

export const BLOCKS_MAX = 1_000;
const DEX_KEY = 'verus';
/** In hundredths of a per cent. */
const FEE_BPS = { direct: 2.5, via: 5 };

const BLOCK = `query FeedBlock($chainId: String, $height: BigInt) {
  block(chainId: $chainId, height: $height) { height time }
}`;
const ASSET = `query FeedAsset($chainId: String, $currencyId: String!) {
  currency(chainId: $chainId, currency: $currencyId) {
    currencyId friendlyName state { supply coinSupply }
  }
}`;

const latestBlock: FeedEndpoint = {
  needs: [],
  takes: {},
  async answer(graph) {
    const block = objectOf(await graph.ask(BLOCK, { height: graph.height }), 'block');
    return jsonAnswer({ block: { blockNumber: cellOf(block, 'height'), blockTimestamp: cellOf(block, 'time') } });
  },
};

const asset: FeedEndpoint = {
  needs: ['id'],
  takes: { id: FORMS.id },
  async answer(graph, parameters) {
    const currency = objectOf(await graph.ask(ASSET, { currencyId: parameters.get('id') }), 'currency');
    const name = String(cellOf(currency, 'friendlyName'));
    const state = currency.state as Values | null;
    const totalSupply = state === null ? null : (cellOf(state, 'coinSupply') ?? cellOf(state, 'supply'));
    const supply = totalSupply === null ? {} : { totalSupply };
    return jsonAnswer({ asset: { id: cellOf(currency, 'currencyId'), name, symbol: writeName(name), ...supply } });
  },
};

const pair: FeedEndpoint = {
  needs: ['id'],
  takes: { id: FORMS.symbol },
  async answer(graph, parameters) {
    const { symbol, basket, base, quote } = await findMarket(graph, parameters.get('id') ?? '');
    const isVia = basket.id !== base.id && basket.id !== quote.id;
    const feeBps = isVia ? FEE_BPS.via : FEE_BPS.direct;
    const { markets } = await readMarkets(graph, { basketId: basket.id });
    const assetIds = new Set(markets.flatMap((market) => [market.base.id, market.quote.id]));
    const pool = {
      id: basket.id,
      name: basket.name,
      assetIds: [...assetIds],
      pairIds: markets.map((market) => market.symbol),
    };
    const assets = { asset0Id: base.id, asset1Id: quote.id };
    return jsonAnswer({ pair: { id: symbol, dexKey: DEX_KEY, ...assets, feeBps, pool } });
  },
};

const events: FeedEndpoint = {
  bytes: 12 * 1024 * 1024,
  needs: ['fromBlock', 'toBlock'],
  takes: { fromBlock: FORMS.height, toBlock: FORMS.height },
  async answer(graph, parameters) {
    const [from, to] = [Number(parameters.get('fromBlock')), Number(parameters.get('toBlock'))];
    if (from > to) throw refusedParameter('fromBlock must not be above toBlock.');
    if (to > graph.height) throw refusedParameter(`toBlock must not be above the last final block, ${graph.height}.`);
    if (to - from >= BLOCKS_MAX)
      throw refusedParameter(`A range has at most ${BLOCKS_MAX} blocks. Please ask in parts.`);
    return jsonAnswer({ events: await readEvents(graph, from, to) });
  },
};

export const dexScreener: Feed = { isFinal: true, endpoints: { 'latest-block': latestBlock, asset, pair, events } };
