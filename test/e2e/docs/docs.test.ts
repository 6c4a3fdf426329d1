import { existsSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import { BLOCKS_NOT_RUN, type BlockNotRun } from './blocks-not-run.ts';
import { testClients } from './clients.ts';
import { testCookbook } from './cookbook.ts';
import { Demo } from './demo.ts';
import { firstLineOf, listPages, type PrintedBlock, readBlocks, readOperations } from './printed-blocks.ts';
import { runOperation, runProgram, runShell } from './run-block.ts';

// Each block runs against one stack, which stands where the demo begins.

const blocks = listPages().flatMap((page) => readBlocks(page));
const operations = listPages().flatMap((page) => readOperations(readBlocks(page)));
/** No reader runs these. */
const FIGURES = ['mermaid', 'text'];
const COOKBOOK = 'docs/cookbook.md';
const RUN = ['sh', 'js', 'graphql', 'json'];

const placeOf = ({ page, line }: PrintedBlock): string => `${page}:${line}`;
const isRun = (block: PrintedBlock): boolean => !BLOCKS_NOT_RUN.some((one) => isOf(one, block));

function isOf({ page, language, begins }: BlockNotRun, block: PrintedBlock): boolean {
  return page === block.page && language === block.language && begins === firstLineOf(block);
}

function blocksOf(language: string): [string, PrintedBlock][] {
  return blocks.filter((block) => block.language === language && isRun(block)).map((block) => [placeOf(block), block]);
}

let demo: Demo;

beforeAll(async () => {
  demo = await Demo.start();
});
afterAll(() => demo?.stop());

test('every block has a language that this test runs, or is a figure', () => {
  expect(blocks.length).toBeGreaterThan(30);
  const unknown = blocks.filter(({ language }) => ![...RUN, ...FIGURES].includes(language));
  expect(unknown.map(placeOf)).toEqual([]);
});

test('every block that does not run here exists once, and where another test runs it, that test exists', () => {
  for (const one of BLOCKS_NOT_RUN) {
    expect({ one, found: blocks.filter((block) => isOf(one, block)).length }).toEqual({ one, found: 1 });
    if (one.runBy !== undefined)
      expect({ one, isThere: existsSync(inRepository(one.runBy)) }).toMatchObject({ isThere: true });
  }
});

test.each(blocksOf('json'))('%s is JSON', (_place, { text }) => {
  expect(JSON.parse(text)).toBeDefined();
});

test.each(blocksOf('sh'))('%s runs as printed', (_place, block) => runShell(demo, block));

test.each(blocksOf('js'))('%s runs as printed', (_place, block) => {
  const page = blocks.filter(({ page }) => page === block.page);
  return runProgram(demo, block, page);
});

test.each(
  operations
    .filter((operation) => isRun(operation) && operation.page !== COOKBOOK)
    .map((operation) => [placeOf(operation), operation] as const),
)('%s answers as printed', async (_place, operation) => {
  const data = await runOperation(demo, operation);
  expect(Object.values(data)).not.toContain(null);
  if (operation.answer !== undefined) expect(data).toEqual(operation.answer);
});

describe('docs/clients.md', () => testClients(() => demo));

describe(COOKBOOK, () => testCookbook(() => demo));
