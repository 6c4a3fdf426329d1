import type { GraphqlAnswer, Untyped } from '@ledgergraph/test-kit/client';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { ExpectedState, Watched } from './chain-model.ts';

/** All four subgraphs answer, with fields that change in every block; some answers lead into another subgraph. */
export function writeOperation({ addresses, identities, currencies }: Watched, chainId: string): string {
  return `{
    syncState { lastBlockHeight lastBlockHash }
    blocks(limit: 1) { blocks { height hash confirmations nextHash } }
    coin: currencyState(currency: "${chainId}") { supply blockHeight currency { richList(limit: 1) { asOfHeight } } }
    ${addresses.map(
      (address, index) => `a${index}: address(address: "${address}") { balance
      transactions(limit: 1) { transactions { txid transaction { block { hash } } } } }`,
    )}
    ${identities.map((id, index) => `i${index}: identity(identity: "${id}") { txid version address { address } }`)}
    ${currencies.map((id, index) => `c${index}: currencyState(currency: "${id}") { txid }`)}
  }`;
}

export function readState({ data, chains }: GraphqlAnswer, watched: Watched): ExpectedState {
  const [at] = chains;
  const { coin, blocks, syncState } = data;
  const [tip] = blocks.blocks;
  const heights = [
    syncState.lastBlockHeight,
    tip.height,
    coin.blockHeight,
    coin.currency.richList.asOfHeight,
    at?.height,
  ];
  const hashes = [syncState.lastBlockHash, tip.hash, at?.hash];
  if (new Set(heights).size !== 1 || new Set(hashes).size !== 1 || tip.confirmations !== 1 || tip.nextHash !== null) {
    throw new Error(`one answer of several blocks: ${JSON.stringify({ heights, hashes, tip })}`);
  }
  const each = <Value>(ids: readonly string[], prefix: string, read: (row: Untyped) => Value): Record<string, Value> =>
    Object.fromEntries(ids.map((id, index) => [id, read(data[`${prefix}${index}`])]));
  return {
    height: tip.height,
    hash: tip.hash,
    supply: satoshisFromDecimalText(coin.supply).toString(),
    addresses: each(watched.addresses, 'a', ({ balance, transactions }) => {
      const [last] = transactions.transactions;
      return {
        satoshis: satoshisFromDecimalText(balance).toString(),
        lastTxid: last?.txid ?? null,
        lastBlockHash: last?.transaction.block.hash ?? null,
      };
    }),
    identities: each(watched.identities, 'i', (row) =>
      row === null ? null : { txid: row.txid, version: row.version },
    ),
    currencies: each(watched.currencies, 'c', (row) => (row === null ? null : { txid: row.txid })),
  };
}
