import { offerStatusAt } from '@ledgergraph/generators/flow-chain/flow-ledger';
import { generateFlowChain } from '@ledgergraph/generators/flow-chain/generate-flow-chain';
import { GeneratedStand, type Named } from './generated-stand.ts';

const CHAIN = { chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', name: 'VRSCTEST' };
const BLOCKS = 220;
const STATUSES = ['OPEN', 'TAKEN', 'CLOSED', 'EXPIRED'];

let stand: GeneratedStand;

beforeEach(async () => {
  stand = await GeneratedStand.open();
});
afterEach(() => stand.close());

test('offers and registrations of a generated chain are what its generator has written down, on every branch', async () => {
  const options = { ...CHAIN, seed: 31, blocks: BLOCKS };
  const chain: Named = { ...CHAIN, ...generateFlowChain(options) };
  await stand.apply(chain, 0, 80);
  await expectLedger(chain, BLOCKS - 1);
  for (const keep of [199, 170, 141, 112]) {
    await stand.revert(chain, keep);
    await expectLedger(chain, keep);
  }
  const branch: Named = { ...CHAIN, ...generateFlowChain({ ...options, fork: { height: 113, seed: 32 } }) };
  await stand.apply(branch, 113, 45);
  await expectLedger(branch, BLOCKS - 1);
  const ends = new Set(branch.ledger.offers.map((offer) => offerStatusAt(offer, BLOCKS - 1)));
  expect([...ends].sort()).toEqual([...STATUSES].sort());
  // They expired unspent.
  expect((await listTxids(CHAIN.chainId, 'EXPIRED')).length).toBeGreaterThan(0);
});

async function listTxids(chainId: string, status: string): Promise<string[]> {
  const query = `{ offers(chainId: "${chainId}", status: ${status}, limit: 100) { offers { txid } hasMore } }`;
  const { data, errors } = await stand.ask(query);
  expect(errors).toBeUndefined();
  expect(data.offers.hasMore).toBe(false);
  return data.offers.offers.map(({ txid }: { txid: string }) => txid).sort();
}

async function expectLedger({ chainId, ledger }: Named, height: number): Promise<void> {
  const offers = ledger.offers
    .filter((offer) => offer.height <= height)
    .map(({ txid, gives, givesIdentity, asks, payTo, expiryHeight, ended, ...rest }) => {
      const end = ended === null || ended.height > height ? '-' : `${ended.how} ${ended.height} ${ended.txid}`;
      const given = gives === null ? givesIdentity : `${gives.currencyId} ${gives.amount}`;
      return `${txid} ${rest.height} ${given} for ${asks.currencyId} ${asks.amount} to ${payTo} until ${expiryHeight}: ${end}`;
    });
  expect(await stand.lines(OFFERS, chainId)).toEqual(offers.sort());
  for (const status of STATUSES) {
    const wanted = ledger.offers.filter((offer) => offer.height <= height && offerStatusAt(offer, height) === status);
    const txids = wanted.map(({ txid }) => txid).sort();
    expect({ height, status, txids: await listTxids(chainId, status) }).toEqual({ height, status, txids });
  }
  const registrations = ledger.registrations
    .filter((registration) => registration.height <= height)
    .map(({ txid, identityAddress, parentId, price, currencyId, referrer, shares, burned, fee, ...rest }) => {
      const paid = shares.map(({ vout, address, amount }) => `${vout}/${address}/${amount}`).join();
      return `${txid} ${rest.height} ${identityAddress} ${parentId} ${price} ${currencyId} ${referrer ?? '-'} ${burned} ${fee} ${paid}`;
    });
  expect(await stand.lines(REGISTRATIONS, chainId)).toEqual(registrations.sort());
}

const OFFERS = `
  SELECT lot.txid || ' ' || lot.height || ' '
      || coalesce(lot.gives_identity, lot.gives_ids[cardinality(lot.gives_ids)] || ' ' || lot.gives_amounts[cardinality(lot.gives_ids)])
      || ' for ' || posted.asks_ids[1] || ' ' || posted.asks_amounts[1] || ' to ' || posted.pay_to
      || ' until ' || posted.expiry_height || ': '
      || CASE WHEN lot.ended_height IS NULL THEN '-'
              ELSE CASE WHEN lot.is_taken THEN 'TAKEN' ELSE 'CLOSED' END || ' ' || lot.ended_height || ' ' || lot.ended_txid END AS line
    FROM offer_lot lot
    JOIN offer posted ON (posted.chain, posted.lot_txid) = (lot.chain, lot.txid)
   WHERE lot.chain = (SELECT id FROM chain WHERE chain_id = $1)`;
const REGISTRATIONS = `
  SELECT txid || ' ' || height || ' ' || identity_address || ' ' || parent_id || ' ' || price || ' ' || currency_id || ' '
      || coalesce(referrer, '-') || ' ' || burned || ' ' || fee || ' '
      || coalesce((SELECT string_agg(share_outputs[at] || '/' || share_addresses[at] || '/' || share_amounts[at], ',' ORDER BY at)
                     FROM generate_subscripts(share_outputs, 1) AS at), '') AS line
    FROM registration
   WHERE chain = (SELECT id FROM chain WHERE chain_id = $1)`;
