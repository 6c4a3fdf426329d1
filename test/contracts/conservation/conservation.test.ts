import { create } from '@bufbuild/protobuf';
import { generateFlowPair } from '@ledgergraph/generators/flow-chain/generate-flow-pair';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { Environment, type Network, NetworkSchema } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { normalizePrinted, type RecordingName, readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { readStreamedOrphans } from '@ledgergraph/test-kit/streamed-blocks';
import { findDifferences } from './find-differences.ts';
import { type Counting, ThreeSubgraphs } from './three-subgraphs.ts';

const VRSCTEST = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const BASKET = 'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX';
const { nativeDefinitionJson } = announcedNetwork('vrsctest-a', { hasDefinition: true });

function networkOf(name: RecordingName): Network {
  if (name === 'pchain-a') return announcedNetwork(name, { hasDefinition: true });
  // mempool-a has no definition of the native currency; the chain's other recording has it.
  return { ...announcedNetwork(name), nativeDefinitionJson };
}

test.each(['vrsctest-a', 'pchain-a', 'mempool-a'] as const)(
  'every amount of %s is conserved, at every height, on every branch and after reverts',
  async (name) => {
    await using cleanup = new AsyncDisposableStack();
    const subgraphs = await ThreeSubgraphs.open(cleanup);
    const network = networkOf(name);
    const blocks = readNormalizedBlocks(name);
    const expectConserved = async (chain: readonly Block[]) =>
      expect(await findDifferences(subgraphs, network.chainId, chain)).toEqual([]);
    let applied = 0;
    for (const { blocks: branch } of name === 'vrsctest-a' ? readStreamedOrphans(name) : []) {
      const fork = branch[0]?.height ?? 0;
      await subgraphs.apply(network, blocks.slice(applied, fork), 50);
      await subgraphs.apply(network, branch, 5);
      await expectConserved([...blocks.slice(0, fork), ...branch]);
      await subgraphs.revert(network, fork - 1);
      applied = fork;
    }
    await subgraphs.apply(network, blocks.slice(applied), 100);
    await expectConserved(blocks);
    // Between a launch and its payouts, and while transfers wait.
    const keep = { 'vrsctest-a': 252, 'pchain-a': 244, 'mempool-a': 140 }[name];
    await subgraphs.revert(network, keep);
    await expectConserved(blocks.slice(0, keep + 1));
    await subgraphs.apply(network, blocks.slice(keep + 1), 40);
    await expectConserved(blocks);
  },
);

function generatedNetwork(chainId: string, name: string): Network {
  const definition = {
    version: 1,
    options: 264,
    name,
    currencyid: chainId,
    systemid: chainId,
    ...(chainId === VRSCTEST ? {} : { launchsystemid: VRSCTEST }),
    notarizationprotocol: 1,
    proofprotocol: 1,
    startblock: 0,
    endblock: 0,
    preallocations: [],
    idregistrationfees: 100,
    idreferrallevels: 3,
  };
  return create(NetworkSchema, {
    chainId,
    name,
    environment: Environment.TESTNET,
    isDefault: true,
    blockTimeSeconds: 60,
    rootName: 'VRSCTEST',
    finalityDepth: 100,
    nativeDefinitionJson: JSON.stringify(definition),
  });
}

test('every amount of two generated chains that trade is conserved, at every height and on both branches', async () => {
  await using cleanup = new AsyncDisposableStack();
  const subgraphs = await ThreeSubgraphs.open(cleanup);
  const options = { chainId: VRSCTEST, name: 'VRSCTEST', seed: 41, blocks: 220 };
  const sides = ['launcher', 'launched'] as const;
  const first = generateFlowPair(options);
  const other = generateFlowPair({ ...options, fork: { height: 190, seed: 7 } });
  for (const pair of [first, other]) {
    for (const side of sides) {
      const { chainId, name, blocks: printed } = pair[side];
      const chain = normalizePrinted(
        printed.map(({ text }) => text),
        chainId,
      );
      const network = generatedNetwork(chainId, name);
      const known = pair === first ? 0 : first[side].blocks.findIndex(({ hash }, at) => hash !== printed[at]?.hash);
      if (known > 0) await subgraphs.revert(network, known - 1);
      await subgraphs.apply(network, chain.slice(known), 60);
      expect(await findDifferences(subgraphs, chainId, chain)).toEqual([]);
    }
  }
});

/** Rows that a fault changes, and where the difference shows first. */
const FAULTS: readonly [Counting, string, { currencyId: string; height: number }][] = [
  ['addresses', 'held_total SET total = total + $1 WHERE currency_id = 1 AND height = 272', at(272)],
  ['addresses', 'output_row SET satoshis = satoshis + $1 WHERE (height, tx_index, vout) = (300, 0, 0)', at(300)],
  [
    'addresses',
    'balance_change_row SET balance = balance + $1 WHERE height = 272 AND currency_id > 1',
    at(272, BASKET),
  ],
  ['markets', 'transfer SET fee = fee + $1 WHERE height = 192', at(192)],
  ['markets', 'supply_event SET amount = amount + $1 WHERE height = 356', at(356, BASKET)],
  ['markets', "payout SET amount = amount + $1 WHERE height = 272 AND role = 'EXPORTER'", at(272)],
  ['markets', 'supply_event SET supply = supply + $1 WHERE height = 356', at(356, BASKET)],
  ['currencies', 'native_supply SET supply = supply + $1 WHERE height = 100', at(100)],
  ['currencies', 'currency_state SET supply = supply + $1 WHERE height = 356', at(356, BASKET)],
];

function at(height: number, currencyId = VRSCTEST) {
  return { height, currencyId };
}

test('a fault of one satoshi in any of the three is found in its currency, at its height', async () => {
  await using cleanup = new AsyncDisposableStack();
  const subgraphs = await ThreeSubgraphs.open(cleanup);
  const blocks = readNormalizedBlocks('vrsctest-a').slice(0, 380);
  await subgraphs.apply(networkOf('vrsctest-a'), blocks, 200);
  for (const [service, change, place] of FAULTS) {
    await subgraphs.read(service, `UPDATE ${change}`, 1);
    const found = await findDifferences(subgraphs, VRSCTEST, blocks);
    expect({ change, found }).toEqual({ change, found: expect.arrayContaining([expect.objectContaining(place)]) });
    await subgraphs.read(service, `UPDATE ${change}`, -1);
  }
  expect(await findDifferences(subgraphs, VRSCTEST, blocks)).toEqual([]);
});
