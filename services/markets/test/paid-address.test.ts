import { clone } from '@bufbuild/protobuf';
import { hex } from '@ledgergraph/chain-kit/hex';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { collectFlows } from '#/indexing/collect-flows.ts';
import { readFlows } from '#/indexing/read-flows.ts';
import { type OpenService, openService } from './open-service.ts';

const HEIGHT_MAX = 300;
const OTHER = 'RTZMZHDFSTFQst8XmX2dR4DaH87cEUs3gC';

const recorded = readStreamedBlocks('vrsctest-a').slice(0, HEIGHT_MAX + 1);
const chainId = recorded[0]?.chainId ?? '';
const flows = collectFlows(chainId, recorded.map(readFlows), { transfers: new Map(), exports: new Map() });
const [first, second] = flows.conversions;
const payout = flows.payouts.find(
  ({ height, ordinal, importVout }) =>
    height === first?.height && ordinal === first.ordinal && importVout === first.importVout,
);

let service: OpenService;
beforeAll(async () => {
  service = await openService();
  await service.apply('vrsctest-a', recorded.map(payingOther));
});
afterAll(() => service.close());

/** The output of its first conversion pays another address than was asked for. */
function payingOther(block: Block): Block {
  if (block.height !== first?.height) return block;
  const changed = clone(BlockSchema, block);
  const output = changed.transactions.find(({ index }) => index === first.txIndex)?.outputs[payout?.vout ?? -1];
  if (output === undefined) throw new Error('no such output');
  output.addresses = [OTHER];
  return changed;
}

interface Asked {
  address: string;
  settlement: string;
  transfer: { destination: string; followsRules: boolean };
}

async function conversionsOf(address: string): Promise<Asked[]> {
  const query = `query ($address: String!, $keys: [_Any!]!) {
    conversions(address: $address, limit: 100) { conversions { address settlement transfer { destination followsRules } } }
    _entities(representations: $keys) { ... on Address { conversions(limit: 100) { conversions { address } } } }
  }`;
  const last = recorded.at(-1);
  const pins = `${chainId}:${HEIGHT_MAX}:${hex(last?.hash ?? new Uint8Array())}`;
  const keys = [{ __typename: 'Address', chainId, address, at: null }];
  const { data, errors } = await service.ask(query, { address, keys }, pins);
  expect(errors).toBeUndefined();
  const { conversions } = data.conversions;
  expect(data._entities[0].conversions.conversions).toEqual(
    conversions.map((one: Asked) => ({ address: one.address })),
  );
  return conversions;
}

test('a conversion that pays another address than the asked one has, and is found by, the address that was paid', async () => {
  expect(first?.address).not.toBe(OTHER);
  const found = await conversionsOf(OTHER);
  expect(found).toEqual([
    expect.objectContaining({ address: OTHER, transfer: { destination: first?.address, followsRules: false } }),
  ]);
  const settlements = new Set(found.map(({ settlement }) => settlement));
  for (const address of new Set([first?.address ?? '', second?.address ?? ''])) {
    const others = await conversionsOf(address);
    expect(others.filter((one) => one.address !== address || settlements.has(one.settlement))).toEqual([]);
    expect(others.length).toBe(flows.conversions.slice(1).filter((one) => one.address === address).length);
  }
});
