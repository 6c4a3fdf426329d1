import { type ExactJson, exactJson } from '@ledgergraph/verus-protocol/lossless-json';
import { type CurrencyDatabase, openCurrencyDatabase } from './currency-database.ts';
import { type CurrencyGraph, openCurrencyGraph } from './currency-graph.ts';
import { expectedState, type Members, type NodeState, STATE } from './node-state.ts';
import { type RecordedChain, readRecordedChain } from './recorded-chain.ts';

const chains = { TESTNET: readRecordedChain('vrsctest-a'), MAINNET: readRecordedChain('pchain-a') };
/** tok1 and VRSCTEST: on pchain the node answers 0 as their number, which no block there states. */
const UNSTATED = ['iAbEpDoiUZX2Xj4XeQKLad8scq9Px12mwn', 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq'];
const ENVIRONMENTS = ['TESTNET', 'MAINNET'] as const;

let database: CurrencyDatabase;
let graph: CurrencyGraph;

beforeAll(async () => {
  database = await openCurrencyDatabase();
  for (const { network, blocks } of Object.values(chains)) await database.apply(network, blocks);
  graph = await openCurrencyGraph(database.db);
});
afterAll(async () => {
  await graph.close();
  await database.close();
});

function results(chain: RecordedChain, method: string): ExactJson[] {
  return chain.answers
    .filter((answer) => answer.method === method && answer.result !== undefined)
    .map(({ result }) => exactJson(result ?? null));
}

const DEFINITION = `{
  chainId currencyId name friendlyName options systemId launchSystemId parentId identity { identityAddress } proofProtocol
  notarizationProtocol startBlock endBlock reserveCurrencies { currencyId weight } initialSupply preallocations { address amount }
  idRegistrationFees idReferralLevels currencyRegistrationFee definitionTxid definition }`;

function expectedDefinition(node: Members, chainId: string): Members {
  const currencies = (node.currencies as string[] | undefined) ?? [];
  const weights = node.weights as string[] | undefined;
  const preallocations = (node.preallocations as Record<string, string>[] | undefined) ?? [];
  return {
    chainId,
    currencyId: node.currencyid ?? null,
    name: node.name ?? null,
    friendlyName: node.fullyqualifiedname ?? null,
    options: node.options ?? null,
    systemId: node.systemid ?? null,
    launchSystemId: node.launchsystemid ?? null,
    parentId: node.parent ?? null,
    identity: { identityAddress: node.currencyid ?? null },
    proofProtocol: node.proofprotocol ?? null,
    notarizationProtocol: node.notarizationprotocol ?? null,
    startBlock: node.startblock ?? null,
    endBlock: node.endblock ?? null,
    reserveCurrencies: currencies.map((currencyId, i) => ({ currencyId, weight: weights?.[i] ?? '0.00000000' })),
    initialSupply: node.initialsupply ?? null,
    preallocations: preallocations.flatMap((entry) =>
      Object.entries(entry).map(([address, amount]) => ({ address, amount })),
    ),
    idRegistrationFees: node.idregistrationfees ?? null,
    idReferralLevels: node.idreferrallevels ?? null,
    currencyRegistrationFee: node.currencyregistrationfee ?? null,
    definitionTxid: node.definitiontxid ?? null,
  };
}

const ADDED_BY_GETCURRENCY = [
  ...[
    'currencyidhex',
    'fullyqualifiedname',
    'magicnumber',
    'currencynames',
    'definitiontxid',
    'definitiontxout',
    'nodes',
  ],
  ...['bestheight', 'besttxid', 'bestcurrencystate'],
  ...['lastconfirmedheight', 'lastconfirmedtxid', 'lastconfirmedcurrencystate'],
];

test.each(ENVIRONMENTS)('%s: every currency is defined as getcurrency reports it', async (environment) => {
  const chain = chains[environment];
  for (const node of results(chain, 'getcurrency') as Members[]) {
    const { data, errors } = await graph.ask(
      `query ($currencyId: String!) { currency(currency: $currencyId) ${DEFINITION} }`,
      { currencyId: node.currencyid },
      environment,
    );
    expect(errors).toBeUndefined();
    const { definition, ...currency } = data.currency;
    expect(currency).toEqual(expectedDefinition(node, chain.network.chainId));
    expect(node).toMatchObject(definition);
    for (const member of Object.keys(node)) if (!(member in definition)) expect(ADDED_BY_GETCURRENCY).toContain(member);
  }
});

/** At every other height the answer is the same again. */
function atChanges(states: NodeState[]): NodeState[] {
  const text = ({ currencystate }: NodeState) => JSON.stringify(currencystate);
  return states.filter((state, index) => {
    const [before, after] = [states[index - 1], states[index + 1]];
    const changes = before === undefined || text(before) !== text(state);
    return changes || after === undefined || text(after) !== text(state);
  });
}

// collect-rows.test.ts compares all 4,145 answers with the rows; this is the way from rows to clients.
test.each([
  ['TESTNET', 119],
  ['MAINNET', 15],
] as const)('%s: states around every change are those that getcurrencystate reports', async (environment, count) => {
  const chain = chains[environment];
  const ranges = (results(chain, 'getcurrencystate') as unknown as NodeState[][]).filter((range) => range.length > 1);
  let compared = 0;
  for (const currencyId of new Set(ranges.map((range) => range[0]?.currencystate.currencyid))) {
    const states = ranges.filter((range) => range[0]?.currencystate.currencyid === currencyId).flat();
    const { data: defined } = await graph.ask(
      `query ($currencyId: String!) { currencyHistory(currency: $currencyId, limit: 1) { states { blockHeight } } }`,
      { currencyId },
      environment,
    );
    const definedAt: number = defined.currencyHistory.states[0].blockHeight;
    // The last height of a range is a forecast while a launch is open: see FORECASTS in collect-rows.test.ts.
    const sure = states.filter(({ height }) => height >= definedAt && height % 100 !== 0);
    for (const node of atChanges(sure)) {
      const { data, errors } = await graph.ask(
        `query ($currencyId: String!, $height: BigInt) { currencyState(currency: $currencyId, asOf: { height: $height }) ${STATE} }`,
        { currencyId, height: node.height },
        environment,
      );
      expect(errors).toBeUndefined();
      const { blockHeight, ...state } = data.currencyState;
      const unstated = environment === 'MAINNET' && UNSTATED.includes(String(currencyId)) ? { supply: null } : {};
      expect(state).toEqual({ ...expectedState(node), ...unstated });
      expect(blockHeight).toBeLessThanOrEqual(node.height);
      compared += 1;
    }
  }
  expect(compared).toBe(count);
});
