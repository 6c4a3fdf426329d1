import { generateFlowPair } from '@ledgergraph/generators/flow-chain/generate-flow-pair';
import { GeneratedStand, type Named } from './generated-stand.ts';

const CHAIN = { chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', name: 'VRSCTEST' };

let stand: GeneratedStand;

beforeEach(async () => {
  stand = await GeneratedStand.open();
});
afterEach(() => stand.close());

test('a contribution to the converter of a chain that is launched here goes to that chain, whose import pays it', async () => {
  const { launcher, launched } = generateFlowPair({ ...CHAIN, seed: 41, blocks: 150 });
  const sent = launcher.ledger.transfers.find(
    ({ kind, systemId }) => kind === 'CONTRIBUTION' && systemId === launched.chainId,
  );
  const exportHeight = sent?.export?.height;
  if (sent === undefined || exportHeight === undefined || sent.import === null) throw new Error('no such contribution');
  const [payout] = sent.payouts;
  await stand.apply(launcher, 0, 60);
  const common = { destinationSystemId: launched.chainId, payouts: [], import: null, export: null };
  const left = { export: { txid: sent.export?.txid, destinationSystemId: launched.chainId } };
  expect(await read(launcher, sent, exportHeight - 1)).toEqual({ ...common, status: 'PENDING' });
  expect(await read(launcher, sent, exportHeight)).toEqual({ ...common, ...left, status: 'IN_FLIGHT' });
  expect(await listed(launcher, 'IN_FLIGHT')).toContain(sent.txid);
  await stand.apply(launched, 0, 60);
  expect(await read(launcher, sent, exportHeight)).toEqual({
    ...common,
    ...left,
    status: 'SETTLED',
    import: { txid: sent.import.txid, chainId: launched.chainId },
    payouts: [{ index: payout?.vout, address: payout?.address }],
  });
  expect(await listed(launcher, 'SETTLED')).toContain(sent.txid);
  expect(await listed(launcher, 'EXPORTED')).not.toContain(sent.txid);
});

async function read({ chainId }: Named, { txid, vout }: { txid: string; vout: number }, height: number) {
  const { data, errors } =
    await stand.ask(`{ transfer(chainId: "${chainId}", txid: "${txid}", index: ${vout}, asOf: { height: ${height} }) {
    status destinationSystemId export { txid destinationSystemId } import { txid chainId } payouts { index address } } }`);
  expect(errors).toBeUndefined();
  return data.transfer;
}

async function listed({ chainId }: Named, status: string): Promise<string[]> {
  const { data, errors } = await stand.ask(
    `{ transfers(chainId: "${chainId}", kind: CONTRIBUTION, status: ${status}, limit: 100) { transfers { txid } } }`,
  );
  expect(errors).toBeUndefined();
  return data.transfers.transfers.map(({ txid }: { txid: string }) => txid);
}
