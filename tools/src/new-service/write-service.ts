import { globSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { inRepository, installedProgram, repositoryDir } from '@ledgergraph/local/repository';
import { execa } from 'execa';

/** Keeps compilers and linters away. */
const SUFFIX = '.template';

/** Fills in the template. @param name see `readServiceName` @param folder does not exist yet @returns how many files there are */
export async function writeService(name: string, folder: string): Promise<number> {
  const template = inRepository('tools', 'templates', 'service');
  const files = globSync(`**/*${SUFFIX}`, { cwd: template });
  for (const file of files) {
    const text = await readFile(join(template, file), 'utf8');
    const target = join(folder, file.slice(0, -SUFFIX.length));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, fillIn(text, name));
  }
  // Every consumer of the block stream has these tables; one file for all services.
  const sync = inRepository('packages', 'chain-kit', 'prisma', 'sync.prisma');
  await symlink(relative(join(folder, 'prisma'), sync), join(folder, 'prisma', 'sync.prisma'));
  // Names of other lengths break lines elsewhere.
  await execa(installedProgram('biome'), ['format', '--write', folder], { cwd: repositoryDir, stdin: 'ignore' });
  return files.length;
}

/** @throws Error on an unknown word in braces */
function fillIn(text: string, name: string): string {
  const words: Record<string, string> = { name, Name: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}` };
  return text.replace(/\{\{(\w+)\}\}/g, (_, word: string) => {
    const value = words[word];
    if (value === undefined) throw new Error(`the template names {{${word}}}`);
    return value;
  });
}
