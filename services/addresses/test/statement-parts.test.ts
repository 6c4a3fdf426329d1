import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { PCHAIN, VRSCTEST } from './address-database.ts';
import type { Untyped } from './address-graph.ts';
import { standOf } from './graph-stand.ts';
import { busiestAddress, countMovements, readRecordedMovements, sumOf } from './recorded-movements.ts';

const PLACES = 20;
/** Addresses with a token that are compared. */
const TOKENS = 10;
const COLUMNS = 'count last openingBalance closingBalance amounts txids heights times counts';

describe.each([
  ['vrsctest-a', VRSCTEST, 'TESTNET'],
  ['pchain-a', PCHAIN, 'MAINNET'],
  ['mempool-a', VRSCTEST, 'TESTNET'],
] as const)('%s', (name, chainId, environment) => {
  const blocks = readNormalizedBlocks(name);
  const recorded = name === 'mempool-a' ? countMovements(blocks, chainId) : readRecordedMovements(name, chainId);
  const { address, movements } = busiestAddress(recorded, chainId);
  const tip = blocks.length - 1;
  const stand = standOf(blocks, environment);

  const rangeOf = (
    first: number,
    last: number,
    of: { address: string; currencyId: string } = { address, currencyId: chainId },
  ) =>
    `chainId: "${chainId}", address: "${of.address}", currencyId: "${of.currencyId}", fromHeight: ${first}, toHeight: ${last}`;

  const ask = (query: string, after: unknown): Promise<Untyped> => stand.ask(query, { after });

  /** All parts of a statement, the last of which is not full. */
  async function partsOf(range: string, limit: number): Promise<Untyped[]> {
    const parts: Untyped[] = [];
    do {
      const { statementPart } = await ask(
        `query ($after: [Int!]) { statementPart(${range}, after: $after, limit: ${limit}) { ${COLUMNS} } }`,
        parts.at(-1)?.last ?? null,
      );
      parts.push(statementPart);
    } while (parts.at(-1).count === limit);
    return parts;
  }

  async function placesOf(range: string, every: number): Promise<unknown[]> {
    const places: unknown[] = [];
    for (;;) {
      const { statementPlaces } = await ask(
        `query ($after: [Int!]) { statementPlaces(${range}, after: $after, every: ${every}, limit: ${PLACES}) }`,
        places.at(-1) ?? null,
      );
      places.push(...statementPlaces);
      if (statementPlaces.length < PLACES) return places;
    }
  }

  /** The rows of a part: txid, height, time and amount. */
  function rowsOf(part: Untyped): unknown[] {
    const column = (of: string): string[] => (part[of] === '' ? [] : part[of].split(','));
    const counts = column('counts').map(Number);
    const perBlock = (of: string) => column(of).flatMap((value, at) => new Array(counts[at]).fill(Number(value)));
    const [amounts, heights, times] = [column('amounts'), perBlock('heights'), perBlock('times')];
    const txids = Buffer.from(part.txids, 'base64').toString('hex');
    expect([amounts.length, heights.length, txids.length]).toEqual([part.count, part.count, 64 * part.count]);
    return amounts.map((amount, row) => [
      txids.slice(64 * row, 64 * (row + 1)),
      ...[heights[row], times[row], BigInt(amount)],
    ]);
  }

  test.each([1, 3, 100])(
    'parts of a statement, %i movements at a time, are its movements, and their times those of the blocks',
    async (limit) => {
      const [first, last] = [movements[2]?.height ?? 0, movements.at(-2)?.height ?? tip];
      const parts = await partsOf(rangeOf(first, last), limit);
      const rows = parts.flatMap(rowsOf);
      const within = movements.filter(({ height }) => height >= first && height <= last);
      expect(rows).toEqual(
        within.map(({ txid, height, amount }) => [txid, height, Number(blocks[height]?.time), amount]),
      );
      expect(rows.length).toBeGreaterThan(3);
      let balance = sumOf(movements.filter(({ height }) => height < first));
      for (const part of parts.filter(({ count }) => count > 0)) {
        const opening = balance;
        for (const row of rowsOf(part) as [string, number, number, bigint][]) balance += row[3];
        expect([part.openingBalance, part.closingBalance]).toEqual([String(opening), String(balance)]);
      }
    },
  );

  test('parts and places of each token of an address are those of its movements', async () => {
    const ofTokens = [...recorded].flatMap(([holder, currencies]) =>
      [...currencies].map(([currencyId, all]) => ({ address: holder, currencyId, all })),
    );
    const tokens = ofTokens.filter(({ currencyId, all }) => currencyId !== chainId && all.length > 3);
    const some = tokens.sort((a, b) => b.all.length - a.all.length).slice(0, TOKENS);
    expect(some.length).toBeGreaterThan(0);
    for (const { all, ...of } of some) {
      const parts = await partsOf(rangeOf(0, tip, of), 3);
      const rows = parts.flatMap(rowsOf) as [string, number, number, bigint][];
      expect(rows.map(([txid, height, , amount]) => ({ txid, height, amount }))).toEqual(all);
      expect(parts.findLast(({ count }) => count > 0).closingBalance).toBe(String(sumOf(all)));
      const ends = parts.filter(({ count }) => count === 3).map((part) => part.last);
      expect(await placesOf(rangeOf(0, tip, of), 3)).toEqual(ends);
    }
  });

  test('places of a statement are where its parts end', async () => {
    const middle = movements[Math.floor(movements.length / 2)]?.height ?? 0;
    for (const [first, last, every] of [
      [0, tip, 1],
      [0, tip, 3],
      [middle, tip, 5],
      [0, middle, 7],
    ] as const) {
      const range = rangeOf(first, last);
      const ends = (await partsOf(range, every)).filter(({ count }) => count === every).map((part) => part.last);
      expect(await placesOf(range, every)).toEqual(ends);
      expect(ends.length).toBeGreaterThan(1);
    }
  });

  test('parts and places of a statement end at the block that is read, whatever is asked for', async () => {
    const [first, height] = [movements.at(-10)?.height ?? 0, movements.at(-5)?.height ?? tip];
    const pins = `${chainId}:${height}:${Buffer.from(blocks[height]?.hash ?? []).toString('hex')}`;
    const range = rangeOf(first, tip);
    const query = `{ statementPart(${range}, limit: 100) { count } statementPlaces(${range}, every: 1, limit: 100) }`;
    const { data } = await stand.graph.ask(query, {}, { environment, pins });
    const [whole, count] = [tip, height].map(
      (last) => movements.filter((movement) => movement.height >= first && movement.height <= last).length,
    );
    expect(count).toBeLessThan(whole ?? 0);
    expect([data.statementPart.count, data.statementPlaces.length]).toEqual([count, count]);
  });

  test('facts of a part of a statement are those of its movements', async () => {
    const { statementPart, address: found } = await ask(
      `{
      statementPart(${rangeOf(0, tip)}, limit: 100, withFacts: true) { count facts { txIndexes directions } }
      address(chainId: "${chainId}", address: "${address}") { statement(limit: 100) { movements { txIndex direction } } }
    }`,
      null,
    );
    const listed: Untyped[] = found.statement.movements;
    expect(statementPart.facts).toEqual({
      txIndexes: listed.map(({ txIndex }) => txIndex).join(),
      directions: listed.map(({ direction }) => direction).join(),
    });
    expect(statementPart.count).toBeGreaterThan(3);
  });
});
