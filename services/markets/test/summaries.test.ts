import { recordStatements } from '@ledgergraph/test-kit/list-costs/record-statements';
import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { type OpenService, openService } from './open-service.ts';
import { readSummaryReferences, type SummaryReference } from './recorded-parties.ts';

const vrsctest = readStreamedBlocks('vrsctest-a');
const pchain = readStreamedBlocks('pchain-a');
const all = [...readSummaryReferences(vrsctest), ...readSummaryReferences(pchain)];
const QUERY = 'query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on Transaction { summary } } }';

let service: OpenService;
beforeAll(async () => {
  service = await openService();
  await service.apply('vrsctest-a', vrsctest, 100);
  await service.apply('pchain-a', pchain, 100);
});
afterAll(() => service.close());

async function summariesOf(references: readonly SummaryReference[]): Promise<string[][]> {
  const summaries: string[][] = [];
  for (let start = 0; start < references.length; start += 500) {
    const { data, errors } = await service.ask(QUERY, { keys: references.slice(start, start + 500) });
    expect(errors).toBeUndefined();
    summaries.push(...data._entities.map(({ summary }: { summary: string[] }) => summary));
  }
  return summaries;
}

test('every transaction of the recordings has a summary, with names in place of i-addresses', async () => {
  const summaries = await summariesOf(all);
  expect(summaries.filter((sentences) => sentences.length === 0)).toEqual([]);
  const sentences = summaries.flat();
  expect(sentences.filter((sentence) => /\bi[1-9A-HJ-NP-Za-km-z]{33}\b/.test(sentence))).toEqual([]);
  const starting = (text: RegExp): number => sentences.filter((sentence) => text.test(sentence)).length;
  expect({
    converted: starting(/ converted /),
    contributed: starting(/ contributed /),
    registered: starting(/ registered /),
    defined: starting(/ defined the currency /),
    minted: starting(/ minted /),
    won: starting(/ won block /),
    imports: starting(/^An import paid /),
  }).toEqual({ converted: 101, contributed: 8, registered: 22, defined: 5, minted: 7, won: 32, imports: 65 });
});

test('a conversion is asked for until its import pays it, as of each block and after a revert', async () => {
  const [row] = await service.db.$queryRawUnsafe<{ txid: string; height: number; paid: number }[]>(
    `SELECT encode(txid, 'hex') AS txid, height, import_height AS paid FROM transfer
        WHERE basket_id IS NOT NULL AND vout >= 0 AND height < import_height ORDER BY chain, height LIMIT 1`,
  );
  if (row === undefined) throw new Error('no conversion is recorded');
  const { txid, height, paid } = row;
  const [reference] = all.filter((one) => one.txid === txid);
  if (reference === undefined) throw new Error('no reference to the conversion');
  const at = async (asOf: number | null) => (await summariesOf([{ ...reference, at: asOf }])).flat().join('; ');
  expect(await at(height)).toMatch(/ asked to convert [\d.]+ \S+ to \S+/);
  expect(await at(paid - 1)).toBe(await at(height));
  expect(await at(paid)).toMatch(/ converted [\d.]+ \S+ to [\d.]+ \S+/);
  expect(await at(null)).toBe(await at(paid));
  const before = await at(height);
  await service.revert('vrsctest-a', paid - 1);
  expect(await at(null)).toBe(before);
  await service.apply('vrsctest-a', vrsctest.slice(paid), 100);
  expect(await at(null)).toMatch(/ converted /);
});

test('a hundred summaries take as many statements as one', async () => {
  const recorder = recordStatements(service.db);
  const statementsOf = async (references: readonly SummaryReference[]): Promise<number> => {
    const loaders = createLoaders({ reads: async () => recorder.db });
    const network = { rootName: 'VRSCTEST' };
    const view = async (chainId: string) => ({ chainId, height: vrsctest.length - 1, network });
    const context = { loaders, view } as unknown as Parameters<typeof resolvers.Transaction.summary>[2];
    await Promise.all(references.map((one) => resolvers.Transaction.summary(one, {}, context)));
    return recorder.take().length;
  };
  const own = readSummaryReferences(vrsctest);
  const converting = own.filter(({ parties }) => parties.includes('reservetransfer')).slice(0, 100);
  expect(converting).toHaveLength(100);
  expect(await statementsOf(converting.slice(0, 1))).toBe(7);
  expect(await statementsOf(converting)).toBe(7);
});
