import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { type OpenService, openService, type Untyped } from './open-service.ts';
import { readRawBlocks } from './raw-blocks.ts';

const FIELDS = 'chainId txid index blockHeight systemId notarizedHeight notarizedHash status';
const PARENT = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const blocks = readNormalizedBlocks('pchain-a');
const raw = readRawBlocks('pchain-a');
let service: OpenService;

beforeAll(async () => {
  service = await openService('pchain-a');
  await service.apply(blocks);
});
afterAll(() => service.close());

function notarizationsAt(tip: number): Untyped[] {
  const seen = raw.slice(0, tip + 1);
  const decided = new Map(seen.flatMap((block) => block.decided));
  return seen
    .flatMap(({ notarizations }) => notarizations)
    .map(({ txid, index, height, ...notarization }) => ({
      chainId: service.chainId,
      txid,
      index,
      blockHeight: height,
      ...notarization,
      status: (decided.get(`${txid}:${index}`) ?? 'pending').toUpperCase(),
    }))
    .reverse();
}

async function listAll(args: string, tip: number, limit: number): Promise<Untyped[]> {
  const all: Untyped[] = [];
  for (let cursor: string | null = null; ; ) {
    const from: string = cursor === null ? '' : `, cursor: "${cursor}"`;
    const query = `{ notarizations(limit: ${limit}${args}${from}) { notarizations { ${FIELDS} } nextCursor } }`;
    const { notarizations } = await service.ask(query, blocks[tip]);
    all.push(...notarizations.notarizations);
    cursor = notarizations.nextCursor;
    if (cursor === null) return all;
  }
}

test('every notarization of the other chain has the status that the blocks up to the height that is read give it', async () => {
  const statuses = new Map<string, string[]>();
  for (const tip of [10, 11, 182, 183, 400, 521, 535, 536, 541]) {
    const wanted = notarizationsAt(tip);
    expect({ tip, all: await listAll('', tip, 100) }).toEqual({ tip, all: wanted });
    expect(await listAll(`, system: "${PARENT}"`, tip, 7)).toEqual(wanted);
    for (const args of [', order: ASC', `, order: ASC, system: "${PARENT}"`]) {
      expect(await listAll(args, tip, 7)).toEqual(wanted.toReversed());
    }
    for (const { txid, status } of wanted) statuses.set(txid, [...(statuses.get(txid) ?? []), status]);
  }
  expect(notarizationsAt(541)).toHaveLength(50);
  const orders = new Set(Array.from(statuses.values(), (order) => [...new Set(order)].join()));
  expect(orders).toEqual(new Set(['PENDING', 'PENDING,CONFIRMED', 'CONFIRMED']));
});

test('a reorganisation takes back what its blocks decided', async () => {
  await service.revert(182);
  expect(await listAll('', 182, 100)).toEqual(notarizationsAt(182));
  await service.apply(blocks.slice(183));
  expect(await listAll('', 541, 100)).toEqual(notarizationsAt(541));
});

test('a chain without notarizations of another one has none of it', async () => {
  expect(await listAll(`, system: "${service.chainId}"`, 541, 100)).toEqual([]);
});

test('a system is named as well as given by its id, and a text that is neither is refused', async () => {
  const { data } = await service.tryAsk('{ byName: notarizations(system: "vrsctest") { hasMore } }');
  expect(data?.byName).toEqual({ hasMore: expect.any(Boolean) });
  const { errors } = await service.tryAsk('{ notarizations(system: "two..dots") { hasMore } }');
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', argument: 'system' });
});
