import { coded } from '@ledgergraph/gateway/test/fake-subgraph';
import { TEST_CHAIN, tip } from '@ledgergraph/gateway/test/gateway-stand';
import { moveTip } from '@ledgergraph/gateway/test/move-tip';
import { portalForFile } from '../portal-stand.ts';
import { FakeMarkets } from './fake-markets.ts';
import { makeTrades, SYMBOLS } from './fake-trades.ts';

const stand = portalForFile();
const markets = new FakeMarkets(stand);
const height = 710;
beforeEach(async () => {
  markets.open();
  markets.trades = makeTrades(120);
  await moveTip(stand, tip(height));
});

async function ask(path: string): Promise<{ response: Response; text: string }> {
  const headers = { authorization: `Bearer ${stand.testKey}` };
  const response = await fetch(`${stand.url}/feeds/${path.replace('CHAIN', TEST_CHAIN)}`, { headers });
  return { response, text: await response.text() };
}

test('a cursor that is not one, and one whose block has left the chain, are refused for good', async () => {
  const day = `coinmarketcap/CHAIN/trades/${SYMBOLS.native}`;
  for (const cursor of ['1', 'a.b.c', '_', '2026-01-01T00:00:00.000Z', '9'.repeat(25)]) {
    expect([cursor, (await ask(`${day}?cursor=${cursor}`)).response.status]).toEqual([cursor, 400]);
  }
  // The graph refuses a time that does not exist.
  expect((await ask(`${day}?cursor=2026-99-99T00:00:00.000Z_1`)).response.status).toBe(400);
  const path = `coingecko/CHAIN/historical_trades?ticker_id=${SYMBOLS.native}`;
  let asked = 0;
  markets.beforePage = () => {
    asked += 1;
    throw coded('CHAIN_REORGANIZED', 'the block this list was read at left the main chain: start it again');
  };
  const lost = await ask(`${path}&cursor=100`);
  expect([lost.response.status, lost.text, asked]).toEqual([409, expect.stringContaining('start it again'), 1]);
});
