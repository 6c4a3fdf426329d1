export interface ServedPage {
  /** Below `/docs/`. */
  path: string;
  /** Below the folder `docs` of the repository. */
  file: string;
  about: string;
}

const page = (path: string, about: string): ServedPage => ({ path, file: `${path}.md`, about });

/** In the order of the index. No request names a file: only these paths exist. */
export const SERVED_PAGES: readonly ServedPage[] = [
  page('cookbook', 'Queries for wallets, deposits, explorers, taxes and identities, each ready to run.'),
  page('clients', 'Typed clients and caches: scalars, keys, merged pages, streams that resume.'),
  page('live', 'Subscriptions over Server-Sent Events and WebSockets, and how to miss nothing.'),
  page('webhooks', 'Stored subscriptions: signed events at a URL of yours.'),
  page('export', 'Whole lists as CSV, NDJSON or Parquet, read at one block.'),
  page(
    'movement-kinds',
    'What a movement of a statement was, and the sentences about a transaction: the tables by which they are decided.',
  ),
  page('node-rpc', "verusd's own JSON-RPC API, answered from our rows at any block: change one URL."),
  page('feeds', 'Markets in the forms of CoinGecko, CoinMarketCap, DEX Screener and TradingView.'),
  page('pending', 'The mempool, and how to send a transaction.'),
  page('glossary', 'One word per thing.'),
  page('gateway-reference', 'Errors, limits, keys, web pages of other origins, and what can be set.'),
  page('internal-contracts', 'Error codes, what an operation costs, and the contracts between the services.'),
  page('verus/fees', 'Fees of the protocol.'),
  page('verus/sending', 'Transactions: their format, and why a node refuses one.'),
];
