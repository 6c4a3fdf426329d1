import { inventAddresses } from '@ledgergraph/generators/generated-rows/addresses';
import type { UtxoPlace } from '@ledgergraph/test-kit/utxo-height';
import { type AddressOracle, addressOf } from './addresses.ts';
import { type Ask, type Differences, type RecordedAnswer, walk } from './oracle.ts';

const WALLET = 1_000;

const UTXOS_OF = `query ($addresses: [String!]!, $cursor: String) { walletUtxos(addresses: $addresses, limit: 100, cursor: $cursor) {
  hasMore nextCursor totalCount utxos { txid vout satoshis height: blockHeight } } }`;
const TRANSACTIONS_OF = `query ($addresses: [String!]!, $cursor: String) {
  walletTransactions(addresses: $addresses, order: ASC, limit: 100, cursor: $cursor) { hasMore nextCursor transactions { txid blockHeight } } }`;

/** With as many unused addresses as a wallet may have; each row comes once. */
export async function compareWallet(
  ask: Ask,
  answers: readonly RecordedAnswer[],
  oracle: AddressOracle,
  differences: Differences,
): Promise<void> {
  const of = (method: string) =>
    answers.filter((one) => one.method === method && one.error === undefined && !oracle.notIndexed.has(addressOf(one)));
  const utxos = of('getaddressutxos');
  const used = utxos.map(addressOf);
  const unused = inventAddresses('PUBLIC_KEY_HASH', 'unused', WALLET - used.length);
  const addresses = [...used, ...unused].sort();
  const outputs = new Map<string, { satoshis: string; height: number }>();
  for (const row of utxos.flatMap(({ result }) => result as (UtxoPlace & Record<string, unknown>)[])) {
    const satoshis = String(row.satoshis);
    outputs.set(`${row.txid}:${row.outputIndex}`, { satoshis, height: oracle.utxoHeight(row) });
  }
  const totals = new Set<number>();
  const ours = await walk(async (cursor) => {
    const { data } = await ask(UTXOS_OF, { addresses, cursor });
    totals.add(data.walletUtxos.totalCount);
    return { ...data.walletUtxos, rows: data.walletUtxos.utxos };
  });
  differences.compare(
    'outputs of a wallet',
    Object.fromEntries(ours.map(({ txid, vout, satoshis, height }) => [`${txid}:${vout}`, { satoshis, height }])),
    Object.fromEntries(outputs),
  );
  differences.compare('their number', [ours.length, ...totals], [outputs.size, outputs.size]);
  const heights = ours.map(({ height }) => height);
  differences.compare(
    'their order',
    heights,
    heights.toSorted((a, b) => b - a),
  );
  await compareTransactions(ask, of('getaddresstxids'), addresses, differences);
}

async function compareTransactions(
  ask: Ask,
  histories: readonly RecordedAnswer[],
  addresses: readonly string[],
  differences: Differences,
): Promise<void> {
  const ours = await walk(async (cursor) => {
    const { data } = await ask(TRANSACTIONS_OF, { addresses, cursor });
    return { ...data.walletTransactions, rows: data.walletTransactions.transactions };
  });
  const txids = ours.map(({ txid }) => txid);
  const nodes = new Set(histories.flatMap(({ result }) => result as string[]));
  differences.compare('transactions of a wallet', [...txids].sort(), [...nodes].sort());
  const heights = ours.map(({ blockHeight }) => blockHeight);
  differences.compare(
    'the order of transactions',
    heights,
    heights.toSorted((a, b) => a - b),
  );
}
