import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { PCHAIN, VRSCTEST } from './address-database.ts';
import type { Untyped } from './address-graph.ts';
import { standOf } from './graph-stand.ts';
import {
  busiestAddress,
  countMovements,
  type RecordedMovement,
  readRecordedMovements,
  sumOf,
} from './recorded-movements.ts';

const FIELDS = `currency { currencyId } fromHeight toHeight openingBalance closingBalance totalCount hasMore nextCursor
  movements { addresses currencyId txid blockHeight amount balance }`;

const TOGETHER = 50;
const SAMPLES = 40;

const NO_CURRENCY = 'i5v3h9FWVdRFbNHU7DfcpGykQjRaHtMqu7';

interface Range {
  fromHeight?: number;
  toHeight?: number;
}

function expectedStatement(all: readonly RecordedMovement[], { fromHeight = 0, toHeight = Infinity }: Range) {
  const openingBalance = sumOf(all.filter(({ height }) => height < fromHeight));
  const within = all.filter(({ height }) => height >= fromHeight && height <= toHeight);
  let balance = openingBalance;
  const movements = within.map(({ txid, height, amount }) => {
    balance += amount;
    return { txid, blockHeight: height, amount: decimalText(amount), balance: decimalText(balance) };
  });
  return {
    openingBalance: decimalText(openingBalance),
    closingBalance: decimalText(balance),
    totalCount: within.length,
    movements,
  };
}

function printed({ openingBalance, closingBalance, totalCount }: Untyped, movements: readonly Untyped[]) {
  return {
    openingBalance,
    closingBalance,
    totalCount,
    movements: movements.map(({ txid, blockHeight, amount, balance }) => ({ txid, blockHeight, amount, balance })),
  };
}

describe.each([
  ['vrsctest-a', VRSCTEST, 'TESTNET', 190, 4_000],
  ['pchain-a', PCHAIN, 'MAINNET', 30, 900],
  ['mempool-a', VRSCTEST, 'TESTNET', 600, 2_000],
] as const)('%s', (name, chainId, environment, leastStatements, leastMovements) => {
  const blocks = readNormalizedBlocks(name);
  const recorded = name === 'mempool-a' ? countMovements(blocks, chainId) : readRecordedMovements(name, chainId);
  const tip = blocks.length - 1;
  const stand = standOf(blocks, environment);
  const { ask } = stand;

  /** Values of the whole statement must be the same on each page. */
  async function walk(
    address: string,
    currencyId: string,
    limit: number,
    range: Range & { order?: 'ASC' | 'DESC' } = {},
    asOf: number | null = null,
  ) {
    const movements: Untyped[] = [];
    let head: Untyped;
    for (let cursor: string | null = null, pages = 0; ; pages += 1) {
      const { address: found } = await ask(
        `query ($address: String!, $asOf: AsOf, $currencyId: String, $fromHeight: BigInt, $toHeight: BigInt, $order: SortOrder = ASC, $limit: Int, $cursor: String) {
          address(chainId: "${chainId}", address: $address, asOf: $asOf) {
            statement(currency: $currencyId, fromHeight: $fromHeight, toHeight: $toHeight, order: $order, limit: $limit, cursor: $cursor) { ${FIELDS} } } }`,
        { address, currencyId, limit, cursor, ...range, asOf: asOf === null ? null : { height: asOf } },
      );
      const { movements: page, hasMore, nextCursor, ...about } = found.statement;
      head ??= about;
      expect(about).toEqual(head);
      expect(page.length).toBeLessThanOrEqual(limit);
      expect(hasMore).toBe(nextCursor !== null);
      movements.push(...page);
      if (nextCursor === null) return { ...printed(head, movements), pages: pages + 1 };
      cursor = nextCursor;
    }
  }

  test('every statement of every address adds up, and is what the node counts for the address', async () => {
    const byCurrency = new Map<string, string[]>();
    for (const [address, currencies] of recorded) {
      for (const currencyId of currencies.keys()) {
        byCurrency.set(currencyId, [...(byCurrency.get(currencyId) ?? []), address]);
      }
    }
    let [statements, movements] = [0, 0];
    for (const [currencyId, addresses] of byCurrency) {
      for (let start = 0; start < addresses.length; start += TOGETHER) {
        const some = addresses.slice(start, start + TOGETHER);
        const { addresses: found } = await ask(
          `query ($addresses: [String!]!, $currencyId: String) { addresses(chainId: "${chainId}", addresses: $addresses) {
            statement(currency: $currencyId, limit: 100) { ${FIELDS} } } }`,
          { addresses: some, currencyId },
        );
        for (const [index, address] of some.entries()) {
          const { statement } = found[index];
          const { pages: _, ...whole } = statement.hasMore
            ? await walk(address, currencyId, 100)
            : { ...printed(statement, statement.movements), pages: 1 };
          const expected = expectedStatement(recorded.get(address)?.get(currencyId) ?? [], {});
          expect({ address, currencyId, ...whole }).toEqual({ address, currencyId, ...expected });
          expect([statement.currency.currencyId, statement.fromHeight, statement.toHeight]).toEqual([
            currencyId,
            0,
            tip,
          ]);
          statements += 1;
          movements += whole.movements.length;
        }
      }
    }
    expect({ statements, movements, many: statements >= leastStatements && movements >= leastMovements }).toMatchObject(
      { many: true },
    );
  });

  test('counting outputs gives the movements that the node prints', () => {
    const counted = countMovements(blocks, chainId);
    for (const [address, currencies] of recorded) {
      expect([address, counted.get(address) ?? new Map()]).toEqual([address, currencies]);
    }
  });

  test('of what is no currency is NOT_FOUND', async () => {
    const { address } = busiestAddress(recorded, chainId);
    const query = `{ address(chainId: "${chainId}", address: "${address}") {
      statement(currency: "${NO_CURRENCY}") { currency { currencyId } } } }`;
    const { errors } = await stand.graph.ask(query, {}, { environment });
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['NOT_FOUND']);
  });

  test('at any height, from any height, and in pages of any size', async () => {
    const all = [...recorded].flatMap(([address, currencies]) =>
      [...currencies]
        .filter(([, movements]) => movements.length > 3)
        .map(([currencyId, movements]) => ({ address, currencyId, movements })),
    );
    const pick = (below: number) => Math.floor(Math.random() * below);
    let [moved, paged] = [0, 0];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const { address, currencyId, movements } = all[pick(all.length)] ?? {
        address: '',
        currencyId: '',
        movements: [],
      };
      const at = () => Math.min(Math.max((movements[pick(movements.length)]?.height ?? 0) + pick(3) - 1, 0), tip);
      const [fromHeight = 0, toHeight = tip] = [at(), at()].sort((a, b) => a - b);
      const asOf = Math.random() < 0.5 ? Math.max(at(), movements[0]?.height ?? 0) : null;
      const limit = Math.ceil(movements.length / 4);
      const order = pick(2) === 0 ? 'ASC' : 'DESC';
      const range = { fromHeight, toHeight, order } as const;
      const { pages, ...statement } = await walk(address, currencyId, Math.min(limit, 100), range, asOf);
      if (order === 'DESC') statement.movements.reverse();
      // A statement above the block that is read has the balance of that block.
      const seen = movements.filter(({ height }) => height <= (asOf ?? tip));
      const expected = expectedStatement(seen, { fromHeight, toHeight });
      expect({ address, currencyId, asOf, fromHeight, toHeight, ...statement }).toEqual({
        address,
        currencyId,
        asOf,
        fromHeight,
        toHeight,
        ...expected,
      });
      moved += statement.movements.length > 0 ? 1 : 0;
      paged += pages > 1 ? 1 : 0;
    }
    expect({ moved, paged, often: moved > SAMPLES / 4 && paged > SAMPLES / 10 }).toMatchObject({ often: true });
  });

  test('after a reorganisation a statement is that of the blocks that stayed', async () => {
    const { address, movements } = busiestAddress(recorded, chainId);
    const keep = movements.at(-3)?.height ?? 0;
    await stand.database.revert(chainId, keep);
    const { pages: _, ...statement } = await walk(address, chainId, 100);
    expect(statement).toEqual(expectedStatement(movements, { toHeight: keep }));
    expect(statement.movements.length).toBeLessThan(movements.length);
    await stand.database.apply(blocks.slice(keep + 1));
    const { pages: __, ...again } = await walk(address, chainId, 100);
    expect(again).toEqual(expectedStatement(movements, {}));
  });

  test('a statement by times covers the blocks of these times, and an absent currency is the native one', async () => {
    const at = (height: number) => new Date(Number(blocks[height]?.time) * 1_000).toISOString();
    const { address, movements } = busiestAddress(recorded, chainId);
    const [first = 0, last = 0] = [movements.at(1)?.height, (movements.at(60) ?? movements.at(-2))?.height];
    const query = (args: string) =>
      `query ($address: String!) { address(chainId: "${chainId}", address: $address) { statement(${args}) { ${FIELDS} } } }`;
    const ask = (args: string) => stand.graph.ask(query(args), { address }, { environment });
    const timed = (await ask(`fromTime: "${at(first)}", toTime: "${at(last)}", limit: 100`)).data.address.statement;
    // Neighbours may have the same time: the range begins above the last block of the second before (ADR 44).
    const lastUntil = (seconds: number) => blocks.findLastIndex(({ time }) => Number(time) <= seconds);
    const [from, to] = [lastUntil(Number(blocks[first]?.time) - 1) + 1, lastUntil(Number(blocks[last]?.time))];
    expect([timed.currency.currencyId, timed.fromHeight, timed.toHeight]).toEqual([chainId, from, to]);
    expect(timed.movements.length).toBeGreaterThan(0);
    const counted = await ask(`fromHeight: ${from}, toHeight: ${to}, limit: 100`);
    expect(timed).toEqual(counted.data.address.statement);
    const none = (await ask('fromHeight: 5, toTime: "2000-01-01T00:00:00Z"')).data.address.statement;
    expect(none).toMatchObject({
      openingBalance: '0.00000000',
      closingBalance: '0.00000000',
      totalCount: 0,
      movements: [],
    });
    const before = (await ask('toTime: "1960-01-01T00:00:00Z"')).data.address.statement;
    expect([before.fromHeight, before.toHeight, before.totalCount]).toEqual([1, 0, 0]);
    const { errors } = await ask('currency: "no such"');
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });
});
