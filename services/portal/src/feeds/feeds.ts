import { coingecko } from './coingecko.ts';
import { coinmarketcap } from './coinmarketcap.ts';
import { dexScreener } from './dex-screener.ts';
import type { Feed } from './feed.ts';
import { udf } from './udf/udf.ts';

export const FEEDS: ReadonlyMap<string, Feed> = new Map([
  ['coingecko', coingecko],
  ['coinmarketcap', coinmarketcap],
  ['dexscreener', dexScreener],
  ['udf', udf],
]);
