import { type RecordingName, readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { type OpenService, openService, type Untyped } from './open-service.ts';
import { type RawBlock, readRawBlocks } from './raw-blocks.ts';

const FIELDS = 'block { chainId hash } address rewardAddress staked ageBlocks reward';
const CHAINS: RecordingName[] = ['vrsctest-a', 'pchain-a'];
const opened = new Map<string, { service: OpenService; raw: RawBlock[] }>();

beforeAll(async () => {
  for (const name of CHAINS) {
    const service = await openService(name);
    await service.apply(readNormalizedBlocks(name));
    opened.set(name, { service, raw: readRawBlocks(name) });
  }
});
afterAll(async () => {
  for (const { service } of opened.values()) await service.close();
});

const get = (name: string) => opened.get(name) as { service: OpenService; raw: RawBlock[] };

function stakesByAddress(raw: readonly RawBlock[], chainId: string, tip: number): Map<string, Untyped[]> {
  const all = new Map<string, Untyped[]>();
  for (const { height, hash, stake, coinbase } of raw.slice(0, tip + 1).toReversed()) {
    if (stake === null) continue;
    const { owner, producer, value, madeAt } = stake;
    const entry = {
      block: { chainId, hash },
      address: owner,
      rewardAddress: producer,
      staked: decimalText(value),
      ageBlocks: height - madeAt,
      reward: decimalText(coinbase),
    };
    for (const address of new Set([owner, producer])) all.set(address, [...(all.get(address) ?? []), entry]);
  }
  return all;
}

test.each([
  ['vrsctest-a', 3],
  ['pchain-a', 29],
] as const)(
  '%s: every staked block is found by its owner and its producer, as the node prints it',
  async (name, count) => {
    const { service, raw } = get(name);
    const wanted = stakesByAddress(raw, service.chainId, raw.length - 1);
    expect(new Set([...wanted.values()].flat())).toHaveProperty('size', count);
    for (const [address, stakes] of wanted) {
      const found = await service.ask(`{ stakes(address: "${address}", limit: 100) { stakes { ${FIELDS} } hasMore } }`);
      expect({ address, ...found.stakes }).toEqual({ address, stakes, hasMore: false });
    }
  },
);

test('the stakes of many addresses at a height are those of the blocks up to it, page by page', async () => {
  const { service, raw } = get('pchain-a');
  for (const at of [539, 450, 332]) {
    const wanted = stakesByAddress(raw, service.chainId, at);
    const oldest = `stakes(limit: 5, order: ASC) { stakes { ${FIELDS} } hasMore nextCursor }`;
    const addresses = [...stakesByAddress(raw, service.chainId, raw.length - 1).keys()];
    const keys = addresses.map((address) => ({ address, at }));
    const selection = `stakes(limit: 5) { stakes { ${FIELDS} } hasMore nextCursor }`;
    const found = await service.resolve('Address', keys, selection);
    for (const [index, { stakes }] of found.entries()) {
      const all = wanted.get(addresses[index] ?? '') ?? [];
      expect(stakes.stakes).toEqual(all.slice(0, 5));
      expect(stakes.hasMore).toBe(all.length > 5);
      const key = keys.slice(index, index + 1);
      const [first] = await service.resolve('Address', key, oldest);
      expect(first.stakes.stakes).toEqual(all.toReversed().slice(0, 5));
      expect(first.stakes.hasMore).toBe(all.length > 5);
      if (stakes.nextCursor === null) continue;
      const more = oldest.replace('limit: 5', `limit: 100, cursor: "${first.stakes.nextCursor}"`);
      const [later] = await service.resolve('Address', key, more);
      expect(later.stakes.stakes).toEqual(all.toReversed().slice(5));
      const next = `stakes(limit: 100, cursor: "${stakes.nextCursor}") { stakes { ${FIELDS} } }`;
      const [rest] = await service.resolve('Address', keys.slice(index, index + 1), next);
      expect(rest.stakes.stakes).toEqual(all.slice(5));
    }
  }
});

test('a name ends in @, and one without stakes finds an empty list', async () => {
  const { service } = get('vrsctest-a');
  const { data } = await service.tryAsk('{ stakes(address: "alpha@") { hasMore stakes { reward } } }');
  expect(data).toEqual({ stakes: { hasMore: false, stakes: [] } });
  const { errors } = await service.tryAsk('{ stakes(address: "alpha") { hasMore } }');
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', argument: 'address' });
});
