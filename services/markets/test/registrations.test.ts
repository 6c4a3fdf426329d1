import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { openStand, type Stand } from './stand.ts';

const network = announcedNetwork('vrsctest-a', { hasDefinition: true });
const { chainId } = network;
const blocks = readStreamedBlocks('vrsctest-a');
const TABLES = ['registration', 'referral_share', 'registration_terms'];
const ALPHA = 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv';
const BETA = 'iPFpTf7XxrvSVXMJZVQW9cSsPVYoVFhhm9';
const DELTA = 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB';
const ZETA = 'iJgbA555pBoU4ioBvS6AgfBNPKnqWUe4Lm';
const [TOK1, CENT1, BASKET1] = [
  'iAbEpDoiUZX2Xj4XeQKLad8scq9Px12mwn',
  'i3guRTnKrqhvWwWwDBF5aRTBs5S5mYGrbS',
  'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX',
];
const SELECTION = `identity { identityAddress } parent { currencyId } price currency { currencyId } referrer { identityAddress }
  referralShares { txid index address currency { currencyId } amount } burned paidToParent fee followsRules blockHeight timestamp txid`;

let stand: Stand;
beforeAll(async () => {
  stand = await openStand();
  await stand.apply(network, blocks);
});
afterAll(() => stand.close());

// biome-ignore lint/suspicious/noExplicitAny: answers have the shape of the query that stands beside them
async function list(args = ''): Promise<any[]> {
  const { registrations } = await stand.data(
    `{ registrations(limit: 100 ${args}) { hasMore registrations { ${SELECTION} } } }`,
  );
  expect(registrations.hasMore).toBe(false);
  return registrations.registrations;
}

const identities = (rows: { identity: { identityAddress: string } }[]) =>
  rows.map((row) => row.identity.identityAddress);

async function asIdentity(identityAddress: string, at: number | null, selection: string) {
  const query = `query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on Identity { ${selection} } } }`;
  const data = await stand.data(query, { keys: [{ __typename: 'Identity', chainId, identityAddress, at }] });
  return data._entities[0];
}

test('every recorded registration has the price and the shares of the rules, 22 of 22', async () => {
  const rows = await list();
  expect(rows).toHaveLength(22);
  expect(rows.map(({ followsRules }) => followsRules)).toEqual(rows.map(() => true));
  expect(rows.map(({ blockHeight }) => blockHeight)).toEqual(
    rows.map(({ blockHeight }) => blockHeight).sort((a, b) => b - a),
  );
});

test('an identity of the first level pays 100 coins, or 80 with a referrer, of which each level gets 20', async () => {
  const first = (await list()).filter(({ parent }) => parent.currencyId === chainId);
  expect(first).toHaveLength(19);
  for (const { price, fee, burned, paidToParent, referrer, referralShares: shares, currency } of first) {
    expect({ burned, paidToParent, currency }).toEqual({
      burned: '0.00000000',
      paidToParent: '0.00000000',
      currency: { currencyId: chainId },
    });
    expect(price).toBe(referrer === null ? '100.00000000' : '80.00000000');
    expect(Number(fee)).toBe(Number(price) - 20 * shares.length);
    expect(shares.map(({ amount }: { amount: string }) => amount)).toEqual(shares.map(() => '20.00000000'));
  }
  const zeta = first.find(({ identity }) => identity.identityAddress === ZETA);
  expect(zeta).toMatchObject({
    fee: '40.00000000',
    referrer: { identityAddress: DELTA },
    referralShares: [
      { index: 1, address: DELTA, currency: { currencyId: chainId }, txid: zeta?.txid },
      { index: 2, address: ALPHA },
    ],
    blockHeight: 179,
    timestamp: new Date(Number(blocks[179]?.time) * 1000).toISOString().replace('.000Z', 'Z'),
  });
});

test('below a token or a basket the price is burned, below a centralised token its identity gets it, with 0.02 coins as fee', async () => {
  const below = await Promise.all([TOK1, BASKET1, CENT1].map((id) => list(`parent: "${id}"`)));
  const paid = below.map(([row, ...others]) => {
    expect(others).toEqual([]);
    const { parent, price, currency, burned, paidToParent, fee, referralShares } = row;
    return [parent, currency, price, burned, paidToParent, fee, referralShares];
  });
  const none = '0.00000000';
  const tok1 = { currencyId: TOK1 };
  const basket1 = { currencyId: BASKET1 };
  const cent1 = { currencyId: CENT1 };
  expect(paid).toEqual([
    [tok1, tok1, '10.00000000', '10.00000000', none, '0.02000000', []],
    [basket1, basket1, '3.00000000', '3.00000000', none, '0.02000000', []],
    [cent1, cent1, '5.00000000', none, '5.00000000', '0.02000000', []],
  ]);
});

test('filters choose by parent, referrer, heights and times, and pages go on where they ended', async () => {
  const all = await list();
  expect(identities(await list(`referrer: "${ALPHA}"`))).toEqual([DELTA, BETA]);
  expect(identities(await list('referrer: "alpha@"'))).toEqual([DELTA, BETA]);
  expect(await list(`referrer: "${ALPHA}", parent: "vrsctest", toHeight: 166`)).toEqual([all.at(-2)]);
  expect(await list(`referrer: "${ALPHA}", parent: "${TOK1}"`)).toEqual([]);
  expect(await list('fromHeight: 120, toHeight: 169')).toEqual(
    all.filter(({ blockHeight }) => blockHeight >= 120 && blockHeight <= 169),
  );
  const [from, to] = [all.at(-3)?.timestamp, all.at(-5)?.timestamp];
  expect(await list(`fromTime: "${from}", toTime: "${to}"`)).toEqual(all.slice(-5, -2));
  expect(await list(`order: ASC, fromTime: "${from}", toTime: "${to}"`)).toEqual(all.slice(-5, -2).reverse());
  expect(await list('asOf: { height: 169 }')).toEqual(all.filter(({ blockHeight }) => blockHeight <= 169));
  const walked: unknown[] = [];
  let cursor: string | null = null;
  do {
    const { registrations }: { registrations: { registrations: unknown[]; nextCursor: string | null } } =
      await stand.data(
        `query ($cursor: String) { registrations(limit: 4, order: ASC, cursor: $cursor) { nextCursor registrations { ${SELECTION} } } }`,
        { cursor },
      );
    walked.push(...registrations.registrations);
    cursor = registrations.nextCursor;
  } while (cursor !== null);
  expect(walked).toEqual(all.toReversed());
});

test('an identity has its registration and its income from its block on, and no sooner', async () => {
  const registered = 'registration { blockHeight price }';
  expect(await asIdentity(ZETA, 178, registered)).toEqual({ registration: null });
  const registration = { blockHeight: 179, price: '80.00000000' };
  expect(await asIdentity(ZETA, 179, registered)).toEqual({ registration });
  expect(await asIdentity(ZETA, null, registered)).toEqual({ registration });
  const income = 'referralIncome referralIncomes { currencyId amount }';
  const earned = (amount: string) => ({ referralIncome: amount, referralIncomes: [{ currencyId: chainId, amount }] });
  expect(await asIdentity(ALPHA, 119, income)).toEqual({ referralIncome: '0.00000000', referralIncomes: [] });
  expect(await asIdentity(ALPHA, 120, income)).toEqual(earned('20.00000000'));
  expect(await asIdentity(ALPHA, 138, income)).toEqual(earned('40.00000000'));
  expect(await asIdentity(ALPHA, null, income)).toEqual(earned('80.00000000'));
  expect(await asIdentity(BETA, null, income)).toEqual(earned('20.00000000'));
});

test('the income of each identity is the sum of the shares that registrations paid it, at every height', async () => {
  const all = await list();
  const earners = [ALPHA, BETA, DELTA, ZETA];
  for (const height of [117, 120, 138, 150, 167, 179, 500]) {
    const query = `query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on Identity { referralIncome } } }`;
    const keys = earners.map((identityAddress) => ({ __typename: 'Identity', chainId, identityAddress, at: height }));
    const { _entities } = await stand.data(query, { keys });
    const shares = all.filter(({ blockHeight }) => blockHeight <= height).flatMap((row) => row.referralShares);
    const sums = earners.map((id) =>
      shares
        .filter(({ address }) => address === id)
        .reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n),
    );
    const read = _entities.map((entity: { referralIncome: string }) => BigInt(entity.referralIncome.replace('.', '')));
    expect(read).toEqual(sums);
  }
});

test('reverting to any height leaves the rows that were there at it, and applying again those of a straight sync', async () => {
  const straight = await stand.dump(...TABLES);
  await stand.revert(network, 116);
  const before = new Map<number, unknown>();
  for (const height of [117, 118, 120, 138, 167, 179, 352, 354]) {
    const applied = Math.max(...before.keys(), 116);
    await stand.apply(network, blocks.slice(applied + 1, height + 1), 7);
    before.set(height, await stand.dump(...TABLES));
  }
  for (const [height, rows] of [...before].reverse()) {
    await stand.revert(network, height);
    expect(await stand.dump(...TABLES)).toEqual(rows);
  }
  await stand.apply(network, blocks.slice(118));
  expect(await stand.dump(...TABLES)).toEqual(straight);
});
