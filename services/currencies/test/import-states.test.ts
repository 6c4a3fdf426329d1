import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { exactJson } from '@ledgergraph/verus-protocol/lossless-json';
import { type CurrencyDatabase, openCurrencyDatabase } from './currency-database.ts';
import { type CurrencyGraph, openCurrencyGraph } from './currency-graph.ts';
import { expectedState, type NodeState, STATE } from './node-state.ts';
import { readRecordedChain } from './recorded-chain.ts';

const CHAINS = {
  TESTNET: { name: 'vrsctest-a', imports: 62, heights: 54 },
  MAINNET: { name: 'pchain-a', imports: 8, heights: 5 },
} as const;
const ENVIRONMENTS = ['TESTNET', 'MAINNET'] as const;
type Environment = (typeof ENVIRONMENTS)[number];
/** Read once: that takes seconds. */
const RECORDED = { TESTNET: readRecordedChain('vrsctest-a'), MAINNET: readRecordedChain('pchain-a') };
/** They repeat the import before them. */
const SOURCE_SYSTEM = 0x40;
/** VRSCTEST: pchain does not know the coins of its root chain, and the node prints 0. */
const UNSTATED = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';

// biome-ignore lint/suspicious/noExplicitAny: the node's own JSON, whose numbers keep their text
type Json = any;

interface NodeImport {
  txid: string;
  index: number;
  currencyId: string;
  blockHeight: number;
  printed: NodeState['currencystate'];
}

let database: CurrencyDatabase;
let graph: CurrencyGraph;

beforeAll(async () => {
  database = await openCurrencyDatabase();
  for (const { network, blocks } of Object.values(RECORDED)) await database.apply(network, blocks);
  graph = await openCurrencyGraph(database.db);
});
afterAll(async () => {
  await graph.close();
  await database.close();
});

/** Without any code of the service. */
function readImports(environment: Environment): NodeImport[] {
  const found: NodeImport[] = [];
  for (const { block } of readRecording(recordingDir(CHAINS[environment].name)).blocks()) {
    const json: Json = exactJson(block);
    for (const { txid, vout } of json.tx) {
      const outputs: Json[] = vout.map(({ scriptPubKey }: Json) => scriptPubKey);
      for (const [index, { crosschainimport: printed }] of outputs.entries()) {
        if (printed === undefined || (Number(printed.flags) & SOURCE_SYSTEM) !== 0) continue;
        const currencyId = printed.importcurrencyid;
        const carrier = outputs
          .slice(index)
          .map(({ acceptednotarization, earnednotarization }) => acceptednotarization ?? earnednotarization)
          .find((notarization) => notarization !== undefined);
        expect(carrier.currencyid).toBe(currencyId);
        found.push({ txid, index, currencyId, blockHeight: Number(json.height), printed: carrier.currencystate });
      }
    }
  }
  return found;
}

async function readStates(
  environment: Environment,
  imports: readonly Omit<NodeImport, 'printed'>[],
  at: number | null = null,
): Promise<Json[]> {
  const { chainId } = RECORDED[environment].network;
  const representations = imports.map(({ txid, index, currencyId, blockHeight }) => ({
    __typename: 'Import',
    chainId,
    txid,
    index,
    at,
    currencyId,
    blockHeight,
  }));
  const { data, errors } = await graph.ask(
    `query ($of: [_Any!]!) { _entities(representations: $of) {
       ... on Import { state { chainId currencyId txid at coinSupply ${STATE.slice(1)} } } }`,
    { of: representations },
    environment,
  );
  expect(errors).toBeUndefined();
  return data._entities.map(({ state }: Json) => state);
}

test.each(ENVIRONMENTS)(
  '%s: the state of each import is the one in the node’s notarization of it',
  async (environment) => {
    const imports = readImports(environment);
    const { chainId } = RECORDED[environment].network;
    expect(imports.length).toBe(CHAINS[environment].imports);
    const states = await readStates(environment, imports);
    for (const [place, { txid, currencyId, blockHeight, printed }] of imports.entries()) {
      const coinSupply = currencyId === chainId ? expect.any(String) : null;
      expect(states[place]).toEqual({
        chainId,
        currencyId,
        txid,
        at: null,
        blockHeight,
        coinSupply,
        ...expectedState({ currencystate: printed }),
        ...(currencyId === UNSTATED && { supply: null }),
      });
    }
    expect(new Set(imports.map(({ blockHeight }) => blockHeight)).size).toBe(CHAINS[environment].heights);
  },
);

test('an import answers at the height in its key, and has no state below its block or of another output', async () => {
  const [first] = readImports('TESTNET');
  if (first === undefined) throw new Error('the recording has no import');
  const { blockHeight } = first;
  expect(await readStates('TESTNET', [first], blockHeight)).toEqual([expect.objectContaining({ at: blockHeight })]);
  expect(await readStates('TESTNET', [first], blockHeight - 1)).toEqual([null]);
  const elsewhere = [
    { ...first, index: first.index + 1 },
    { ...first, blockHeight: blockHeight + 1 },
    { ...first, txid: '0'.repeat(64) },
  ];
  expect(await readStates('TESTNET', elsewhere)).toEqual([null, null, null]);
});
