import { hex } from '@ledgergraph/chain-kit/hex';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { isJsonObject, type JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type DeltaPage, type ListedDelta, listDeltas } from '#/db/list-deltas.ts';
import { PCHAIN, VRSCTEST } from './address-database.ts';
import type { Untyped } from './address-graph.ts';
import { standOf } from './graph-stand.ts';
import { amountsOf, readAddresses, satoshisOf } from './recorded-answers.ts';

const ALL = 1_000_000;
/** As in agrees-with-node.test.ts. */
const TOKENISED_CONTROL = 'RRw9rJMPwdNqC1wgXn5vryJwMDyBgpXjYT';

describe.each([
  { name: 'vrsctest-a', chainId: VRSCTEST, tip: 667, environment: 'TESTNET' },
  { name: 'pchain-a', chainId: PCHAIN, tip: 541, environment: 'MAINNET' },
] as const)('deltas of $name', ({ name, chainId, tip, environment }) => {
  const blocks = readNormalizedBlocks(name);
  const stand = standOf(blocks, environment);
  const recorded = readAddresses(name).filter(({ address }) => address !== TOKENISED_CONTROL);
  const busiest = recorded.reduce((most, one) => (one.deltas.length > most.deltas.length ? one : most));
  const inputs = new Map(
    blocks.flatMap(({ transactions }) =>
      transactions.flatMap(({ inputs }) =>
        inputs.map(({ txid, vout }, index): [string, number] => [`${hex(txid)}:${vout}`, index]),
      ),
    ),
  );

  function list(address: string, page: Partial<DeltaPage> = {}): Promise<ListedDelta[]> {
    const whole: DeltaPage = { chainId, address, from: 0, to: tip, order: 'ASC', limit: ALL, after: null };
    return listDeltas(stand.database.db, { ...whole, ...page });
  }

  test('every input and output of every address, as the node lists them', async () => {
    for (const { address, deltas } of recorded) {
      const ours = (await list(address)).map((delta) => oursOf(delta));
      expect({ address, deltas: ours.sort(byText) }).toEqual({ address, deltas: deltas.map(nodesOf).sort(byText) });
    }
  });

  test.each(['ASC', 'DESC'] as const)('pages of any size of any range make the list, %s', async (order) => {
    const from = Math.floor(tip / 3);
    const whole = await list(busiest.address, { from });
    const expected = order === 'ASC' ? whole : whole.toReversed();
    for (const limit of [7, 100]) {
      const rows: ListedDelta[] = [];
      for (;;) {
        const page = await list(busiest.address, { from, order, limit, after: rows.at(-1) ?? null });
        rows.push(...page);
        if (page.length < limit) break;
      }
      expect(rows).toEqual(expected);
    }
  });

  test('in GraphQL, with the signs and times of the node', async () => {
    const rows: Untyped[] = [];
    let cursor: string | null = null;
    do {
      const { addressDeltas }: Untyped = await stand.ask(
        `query ($address: String!, $cursor: String) { addressDeltas(address: $address, limit: 100, cursor: $cursor) {
           nextCursor deltas { address txid txIndex blockHeight timestamp vout spent { txid vout } satoshis currencyValues { currencyId satoshis } } } }`,
        { address: busiest.address, cursor },
      );
      rows.push(...addressDeltas.deltas);
      cursor = addressDeltas.nextCursor;
    } while (cursor !== null);
    const ours = rows.map(({ vout, spent, currencyValues, ...row }) => ({
      ...row,
      index: vout ?? inputs.get(`${spent.txid}:${spent.vout}`),
      isSpent: spent !== null,
      values: currencyValues.map((value: Untyped) => `${value.currencyId} ${value.satoshis}`).sort(),
    }));
    const nodes = busiest.deltas.map((delta) => ({
      address: busiest.address,
      txid: delta.txid,
      txIndex: Number(delta.blockindex),
      blockHeight: Number(delta.height),
      timestamp: new Date(Number(delta.blocktime) * 1_000).toISOString().replace('.000', ''),
      satoshis: satoshisOf(delta.satoshis).toString(),
      index: Number(delta.index),
      isSpent: delta.spending,
      values: [...amountsOf(delta.currencyvalues)]
        .filter(([currencyId]) => currencyId !== chainId)
        .map(([currencyId, satoshis]) => `${currencyId} ${satoshis}`)
        .sort(),
    }));
    expect(ours.sort(byText)).toEqual(nodes.sort(byText));
  });

  function oursOf({ height, txIndex, txid, isSpent, outputTxid, vout, satoshis, tokens }: ListedDelta): string[] {
    const sign = isSpent ? -1n : 1n;
    const index = isSpent ? inputs.get(`${outputTxid}:${vout}`) : vout;
    const values = tokens.map((token) => `${token.currencyId} ${sign * token.satoshis}`).sort();
    return [String(height), String(txIndex), txid, String(isSpent), String(index), String(sign * satoshis), ...values];
  }

  function nodesOf(delta: JsonObject): string[] {
    const tokens = isJsonObject(delta.currencyvalues) ? [...amountsOf(delta.currencyvalues)] : [];
    const values = tokens.filter(([id]) => id !== chainId).map(([id, satoshis]) => `${id} ${satoshis}`);
    const { height, blockindex, txid, spending, index, satoshis } = delta;
    return [...[height, blockindex, txid, spending, index, satoshis].map(String), ...values.sort()];
  }
});

function byText(one: unknown, other: unknown): number {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}
