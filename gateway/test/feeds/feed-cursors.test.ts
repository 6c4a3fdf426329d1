import { coded } from '../fake-subgraph.ts';
import { TEST_CHAIN, tip } from '../gateway-stand.ts';
import { moveTip } from '../move-tip.ts';
import { standForFile } from '../stand-for-file.ts';
import { hashOf } from '../streams/fake-chain.ts';
import { FakeMarkets } from './fake-markets.ts';
import { makeTrades, SYMBOLS } from './fake-trades.ts';

const stand = standForFile();
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
  const path = `coingecko/CHAIN/historical_trades?ticker_id=${SYMBOLS.native}`;
  for (const cursor of ['1', 'a.b.c', '1.1', '10.0.100', `9999999999.${hashOf(10)}.1.1`]) {
    expect([cursor, (await ask(`${path}&cursor=${cursor}`)).response.status]).toEqual([cursor, 400]);
  }
  let asked = 0;
  markets.beforePage = () => {
    asked += 1;
    throw coded('CHAIN_REORGANIZED', 'the block this list was read at left the main chain: start it again');
  };
  const lost = await ask(`${path}&cursor=10.${hashOf(10)}.0.100`);
  expect([lost.response.status, lost.text, asked]).toEqual([409, expect.stringContaining('start it again'), 1]);
  // Also where the rest of the first page is asked for, which has no cursor of the graph.
  for (const [place, hash] of [
    [10, hashOf(11)],
    [height + 1, hashOf(height + 1)],
  ] as const) {
    const { response, text } = await ask(`${path}&limit=7&cursor=${place}.${hash}.7.`);
    expect([response.status, JSON.parse(text).errors[0].extensions.code]).toEqual([409, 'CHAIN_REORGANIZED']);
  }
});
