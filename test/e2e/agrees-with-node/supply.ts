import type { Ask, Differences, RecordedAnswer } from './oracle.ts';

const SUPPLY = 'query ($id: String!) { currencyState(currency: $id) { supply coinSupply } }';
const SYNC = `{ syncState { chainId lastBlockHeight lastBlockHash chainTipHeight blocksBehind status isHealthy finalizedHeight
  subgraphs { name height hash } } networks { chainId name environment isDefault nativeCurrency { name currencyId } } }`;

/** getcurrencystate returns the coins of a launch (our `supply`); coinsupply adds mined ones (our `coinSupply`). */
export async function compareChain(
  ask: Ask,
  answers: RecordedAnswer[],
  rootId: string | undefined,
  differences: Differences,
): Promise<void> {
  const one = (method: string): RecordedAnswer['result'] => answers.find((answer) => answer.method === method)?.result;
  const info = one('getblockchaininfo');
  const supply = await ask(SUPPLY, { id: info.chainid });
  const { total } = one('coinsupply');
  differences.compare('all coins', supply.data.currencyState?.coinSupply, total);
  if (info.chainid === rootId) differences.compare('native supply', supply.data.currencyState?.supply, total);

  const { data } = await ask(SYNC);
  const { subgraphs, finalizedHeight, ...state } = data.syncState;
  differences.compare('sync state', state, {
    chainId: info.chainid,
    lastBlockHeight: info.blocks,
    lastBlockHash: info.bestblockhash,
    chainTipHeight: info.blocks,
    blocksBehind: 0,
    status: 'LIVE',
    isHealthy: true,
  });
  const tip = { height: info.blocks, hash: info.bestblockhash };
  differences.compare(
    'subgraphs',
    [...subgraphs].sort((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)),
    ['addresses', 'blocks', 'currencies', 'identities', 'markets', 'statistics'].map((name) => ({ name, ...tip })),
  );
  const notarized = one('getinfo').notarizedroot?.height;
  if (notarized !== undefined) differences.compare('finalized height', finalizedHeight, notarized);
  differences.compare(
    'networks of this key',
    data.networks.map((network: { chainId: string }) => network.chainId),
    [info.chainid],
  );
}
