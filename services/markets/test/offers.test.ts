import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { openStand, type Stand } from './stand.ts';

const network = announcedNetwork('vrsctest-a', { hasDefinition: true });
const { chainId } = network;
const blocks = readStreamedBlocks('vrsctest-a');
const TABLES = ['offer_lot', 'offer', 'offer_listing'];
const SELECTION = `txid status givesIdentity { identityAddress } gives { currencyId amount } asks { currencyId amount satoshis }
  asksIdentity { identityAddress } payTo expiryHeight blockHeight takenBy takenAtHeight`;
const TOK1 = 'iAbEpDoiUZX2Xj4XeQKLad8scq9Px12mwn';
const SHIP = 'iPrB4f9AHD9qayka282xeQ8p67kZsRcRvJ';
const OWNER = 'RLZGsn91QRHk8LpJ3FLMh5gG3yqi4dNL66';

let stand: Stand;
beforeAll(async () => {
  stand = await openStand();
  await stand.apply(network, blocks);
});
afterAll(() => stand.close());

async function offersAt(height: number, args = '') {
  const { offers } = await stand.data(`{ offers(asOf: { height: ${height} } ${args}) { offers { ${SELECTION} } } }`);
  return offers.offers;
}

const forTokens = {
  txid: 'a06345a858a57ba41d3f64cada9aaf949d4500a6a4a2293f574c7a675e7a0d34',
  givesIdentity: null,
  gives: [{ currencyId: chainId, amount: '25.00000000' }],
  asks: [{ currencyId: TOK1, amount: '5.00000000', satoshis: '500000000' }],
  asksIdentity: null,
  payTo: OWNER,
  expiryHeight: 471,
  blockHeight: 372,
};
const forAnIdentity = {
  txid: '5428cb2568c37a5ec91ff9451bb82b028ac335484d42ce05ac95de7864b0dc88',
  givesIdentity: null,
  gives: [{ currencyId: chainId, amount: '99.00000000' }],
  asks: [],
  asksIdentity: { identityAddress: SHIP },
  payTo: OWNER,
  expiryHeight: 472,
  blockHeight: 373,
};
const open = { status: 'OPEN', takenBy: null, takenAtHeight: null };

test('each recorded offer is open from its block on, and taken from the block on that makes what it asks for', async () => {
  const tokensTaken = {
    status: 'TAKEN',
    takenBy: '859791a395b45c4f69a70339e8945ea7ba44b2d25e32ceb73070aca8c6bcc2c9',
    takenAtHeight: 374,
  };
  const identityTaken = {
    status: 'TAKEN',
    takenBy: 'fe3253477e46ae296d65dc19d497102df3aa725baf293bbd4968c48b2bbf784d',
    takenAtHeight: 376,
  };
  expect(await offersAt(371)).toEqual([]);
  expect(await offersAt(372)).toEqual([{ ...forTokens, ...open }]);
  expect(await offersAt(373)).toEqual([
    { ...forAnIdentity, ...open },
    { ...forTokens, ...open },
  ]);
  expect(await offersAt(374)).toEqual([
    { ...forAnIdentity, ...open },
    { ...forTokens, ...tokensTaken },
  ]);
  const last = [
    { ...forAnIdentity, ...identityTaken },
    { ...forTokens, ...tokensTaken },
  ];
  // A taken offer does not expire.
  for (const height of [376, 471, 472, blocks.length - 1]) expect(await offersAt(height)).toEqual(last);
});

test('a filter shows what it names, a name or an id, and an identity has the offers that ask for it', async () => {
  const txids = async (height: number, args: string) =>
    (await offersAt(height, args)).map(({ txid }: { txid: string }) => txid);
  const both = [forAnIdentity.txid, forTokens.txid];
  expect(await txids(375, 'status: OPEN')).toEqual([forAnIdentity.txid]);
  expect(await txids(375, 'status: TAKEN')).toEqual([forTokens.txid]);
  expect(await txids(376, 'status: TAKEN')).toEqual(both);
  expect(await txids(376, 'status: CLOSED')).toEqual([]);
  expect(await txids(376, `givesCurrency: "${chainId}"`)).toEqual(both);
  expect(await txids(376, 'givesCurrency: "vrsctest"')).toEqual(both);
  expect(await txids(376, `givesCurrency: "${TOK1}"`)).toEqual([]);
  expect(await txids(376, `givesIdentity: "${SHIP}"`)).toEqual([]);
  const query = `query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on Identity { offers { offers { txid status } } } } }`;
  const keys = [375, 376, null].map((at) => ({ __typename: 'Identity', chainId, identityAddress: SHIP, at }));
  const { _entities } = await stand.data(query, { keys });
  expect(_entities.map(({ offers }: { offers: { offers: unknown[] } }) => offers.offers)).toEqual([
    [{ txid: forAnIdentity.txid, status: 'OPEN' }],
    [{ txid: forAnIdentity.txid, status: 'TAKEN' }],
    [{ txid: forAnIdentity.txid, status: 'TAKEN' }],
  ]);
});

test('reverting to any height leaves the rows that were there at it, and applying again those of a straight sync', async () => {
  const straight = await stand.dump(...TABLES);
  expect(straight.offer).toHaveLength(2);
  await stand.revert(network, 370);
  const before = new Map<number, unknown>();
  for (const height of [371, 372, 373, 374, 375, 376]) {
    await stand.apply(network, blocks.slice(height, height + 1));
    before.set(height, await stand.dump(...TABLES));
  }
  for (const [height, rows] of [...before].reverse()) {
    await stand.revert(network, height);
    expect(await stand.dump(...TABLES)).toEqual(rows);
  }
  await stand.apply(network, blocks.slice(372));
  expect(await stand.dump(...TABLES)).toEqual(straight);
});
