import { create } from '@bufbuild/protobuf';
import { bytes } from '@ledgergraph/chain-kit/hex';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import { type IndexedDatabase, openIndexedDatabase } from './indexed-database.ts';
import { readRecordedChain } from './recorded-chain.ts';
import { openSubgraph, type Subgraph } from './subgraph.ts';

const vrsctest = readRecordedChain('vrsctest-a');
const pchain = readRecordedChain('pchain-a');
const MAINNET = { 'x-ledgergraph-environment': 'MAINNET' };
const BY_NAME =
  'query ($name: String!) { identity(identity: $name) { identityAddress friendlyName fullyQualifiedName } }';

const ALPHA = 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv';
const DELTA = 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB';
const SUB1 = 'iC8fWVNxuSJhbsrNVmmkEgnE6mxF5srxy4';
const SHIP = 'iPrB4f9AHD9qayka282xeQ8p67kZsRcRvJ';
const PCHAIN = 'iP1Gzozfm1VJg8NFH7zcBjbYmTW4UafYbV';
const BRIDGE = 'iJgtXDdhGvFKR6Bpu9pAqgQd1oxRm7REZk';
const TOK1 = 'iAbEpDoiUZX2Xj4XeQKLad8scq9Px12mwn';
const DELTA_PCHAIN = identityAddressOf(['delta', 'pchain', 'VRSCTEST']);
const ALICE = identityAddressOf(['alice', 'VRSCTEST']);
const SHOP = identityAddressOf(['shop', 'alice', 'VRSCTEST']);

let indexed: IndexedDatabase;
let subgraph: Subgraph;

beforeAll(async () => {
  indexed = await openIndexedDatabase();
  for (const { network, blocks } of [vrsctest, pchain]) {
    await indexed.announce(network);
    await indexed.apply(network, blocks);
  }
  await indexed.apply(pchain.network, [blockAfterTip()]);
  subgraph = await openSubgraph(indexed.db);
});
afterAll(async () => {
  await subgraph.close();
  await indexed.close();
});

/**
 * After pchain's tip: "delta.pchain" beside the imported "delta.VRSCTEST", and identities with a parent only here as a currency, or
 * unknown.
 */
function blockAfterTip(): Block {
  const tip = pchain.blocks.at(-1);
  const source = pchain.blocks[1]?.transactions[0]?.outputs.find((output) => output.kind === 'identityprimary');
  if (tip === undefined || source === undefined) throw new Error('the recording has no identities');
  const outputs = [
    { address: DELTA_PCHAIN, name: 'delta', parent: PCHAIN },
    { address: SUB1, name: 'sub1', parent: TOK1 },
    { address: SHOP, name: 'shop', parent: ALICE },
  ].map(({ address, name, parent }, index) => {
    const payloadJson = source.payloadJson
      .replaceAll(DELTA, address)
      .replace('"name":"delta"', `"name":"${name}"`)
      .replace(/"parent":"\w+"/, `"parent":"${parent}"`);
    return { ...source, index, payloadJson };
  });
  return create(BlockSchema, {
    chainId: tip.chainId,
    height: tip.height + 1,
    hash: bytes('d'.repeat(64)),
    previousHash: tip.hash,
    time: tip.time + 60n,
    transactions: [{ txid: bytes('e'.repeat(64)), index: 0, outputs }],
  });
}

test.each([
  ['alpha', ALPHA],
  ['alpha@', ALPHA],
  ['ALPHA', ALPHA],
  ['Alpha.VrscTest@', ALPHA],
  ['alpha.vrsctest', ALPHA],
  ['sub1.tok1', SUB1],
  ['Sub1.TOK1@', SUB1],
  ['sub1.tok1.VRSCTEST@', SUB1],
  ['Räumschiff 7', SHIP],
  ['räumschiff 7@', SHIP],
  ['RäUMSCHIFF 7.VRSCTEST', SHIP],
])('%s on VRSCTEST', async (name, address) => {
  const { data, errors } = await subgraph.ask(BY_NAME, { name });
  expect([data.identity?.identityAddress, errors]).toEqual([address, []]);
});

test.each([
  ['alpha', ALPHA, 'alpha.VRSCTEST@', 'alpha.VRSCTEST@'],
  ['pchain', PCHAIN, 'pchain.VRSCTEST@', 'pchain.VRSCTEST@'],
  ['Bridge.pchain@', BRIDGE, 'Bridge.pchain@', 'Bridge.pchain.VRSCTEST@'],
  // Relative to the chain, as the daemon names it in balances.
  ['bridge', BRIDGE, 'Bridge.pchain@', 'Bridge.pchain.VRSCTEST@'],
  ['delta.VRSCTEST@', DELTA, 'delta.VRSCTEST@', 'delta.VRSCTEST@'],
  ['delta.pchain', DELTA_PCHAIN, 'delta.pchain@', 'delta.pchain.VRSCTEST@'],
  ['sub1.tok1', SUB1, 'sub1.tok1@', 'sub1.tok1.VRSCTEST@'],
  ['shop.alice', SHOP, `shop.${ALICE}@`, `shop.${ALICE}@`],
])('%s on pchain', async (name, identityAddress, friendlyName, fullyQualifiedName) => {
  const { data, errors } = await subgraph.ask(BY_NAME, { name }, MAINNET);
  expect([data.identity, errors]).toEqual([{ identityAddress, friendlyName, fullyQualifiedName }, []]);
});

test('a name that two identities answer to lists both', async () => {
  const { data, errors } = await subgraph.ask(BY_NAME, { name: 'delta' }, MAINNET);
  expect(data).toEqual({ identity: null });
  expect(errors).toMatchObject([
    {
      path: ['identity'],
      extensions: { code: 'AMBIGUOUS_NAME', candidates: ['delta.VRSCTEST@', 'delta.pchain.VRSCTEST@'] },
    },
  ]);
});

test('a name that two identities answer to is ambiguous at its place, and the others stand at theirs', async () => {
  const query = '{ identitiesByName(names: ["alpha", "delta", "delta.pchain"]) { identityAddress } }';
  const { data, errors } = await subgraph.ask(query, {}, MAINNET);
  expect(data.identitiesByName).toEqual([{ identityAddress: ALPHA }, null, { identityAddress: DELTA_PCHAIN }]);
  expect(errors).toMatchObject([
    {
      path: ['identitiesByName', 1],
      extensions: { code: 'AMBIGUOUS_NAME', candidates: ['delta.VRSCTEST@', 'delta.pchain.VRSCTEST@'] },
    },
  ]);
});

test('before the second one was registered the name was not ambiguous', async () => {
  const query = '{ identity(identity: "delta", asOf: { height: 541 }) { identityAddress } }';
  const { data } = await subgraph.ask(query, {}, MAINNET);
  expect(data.identity.identityAddress).toBe(DELTA);
});

test.each([
  ['RÄUMSCHIFF 7', 'NOT_FOUND', undefined],
  ['Räumschiff7', 'NOT_FOUND', undefined],
  ['not-registered@', 'NOT_FOUND', undefined],
  ['tok1.sub1', 'NOT_FOUND', undefined],
  ['', 'VALIDATION_ERROR', 'identity'],
  ['al/pha', 'VALIDATION_ERROR', 'identity'],
  ['alpha@@', 'VALIDATION_ERROR', 'identity'],
  ['Räumschiff  7', 'VALIDATION_ERROR', 'identity'],
])('%j is %s', async (name, code, argument) => {
  const { data, errors } = await subgraph.ask(BY_NAME, { name });
  expect(data).toEqual({ identity: null });
  expect(errors).toMatchObject([{ path: ['identity'], extensions: { code, ...(argument && { argument }) } }]);
});
