import { readFile } from 'node:fs/promises';
import { inRepository, installedProgram } from '@ledgergraph/local/repository';
import { execa } from 'execa';
import { writeTree } from './fixture-tree.ts';

async function lint(files: Record<string, string>): Promise<string> {
  const settings = JSON.parse(await readFile(inRepository('biome.json'), 'utf8'));
  delete settings.$schema;
  settings.plugins = settings.plugins.map((path: string) => inRepository(path));
  await using tree = await writeTree({ 'biome.json': JSON.stringify(settings), '.gitignore': '', ...files });
  const { all } = await execa(installedProgram('biome'), ['lint', '--colors=off', '--error-on-warnings', '.'], {
    cwd: tree.root,
    all: true,
    reject: false,
  });
  return all;
}

const lines = (count: number) => 'step();\n'.repeat(count);

test('a file of more than 300 lines is a fault', async () => {
  const rule = 'noExcessiveLinesPerFile';
  expect(await lint({ 'a.ts': lines(301) })).toContain(rule);
  expect(await lint({ 'a.ts': lines(300), 'a.graphql': `${'# a line\n'.repeat(301)}type A { b: Int }` })).not.toContain(
    rule,
  );
});

test('files that import each other are a fault, by types alone as well', async () => {
  const rule = 'noImportCycles';
  const a = "import type { B } from './b.ts';\nexport type A = B[];\n";
  const b = "import type { A } from './a.ts';\nexport type B = A | null;\n";
  expect(await lint({ 'a.ts': a, 'b.ts': b })).toContain(rule);
  expect(await lint({ 'a.ts': a, 'b.ts': 'export type B = string;\n' })).not.toContain(rule);
});

test('a literal that is spread into another is a fault; a condition and a value are not', async () => {
  const fault = 'Write the properties of this literal into the object around it.';
  expect(await lint({ 'a.ts': 'export const a = { ...{ b: 1 }, c: 2 };\n' })).toContain(fault);
  const spread = 'export const a = (b: object, c: boolean) => ({ ...b, ...(c && { d: 1 }) });\n';
  expect(await lint({ 'a.ts': spread })).not.toContain(fault);
});
