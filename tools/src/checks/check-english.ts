import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryDir } from '@ledgergraph/local/repository';
import { execa } from 'execa';
import { findDialect } from '#/checks/english/find-dialect.ts';
import { findLongLines } from '#/checks/english/find-long-lines.ts';
import type { Check } from './check.ts';

const JUDGED = /\.(ts|tsx|js|mjs|md|graphql|proto|prisma|sh|ya?ml|html|css)$/;
const NOT_JUDGED = [
  /(^|\/)(generated|recordings|migrations)\//,
  /^tools\/src\/checks\/english\//,
  /^(CHANGELOG\.md|gateway\/supergraph\.graphql|docs\/api\.graphql|test\/contracts\/api\.graphql)$/,
];

export async function findEnglishFaults(root: string): Promise<string[]> {
  const listed = await execa('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    lines: true,
  });
  const paths = listed.stdout.filter((path) => JUDGED.test(path) && !NOT_JUDGED.some((kind) => kind.test(path)));
  const faults: string[] = [];
  for (const path of paths) {
    const text = await readFile(join(root, path), 'utf8').catch(() => '');
    for (const [index, line] of text.split('\n').entries()) {
      for (const fault of findDialect(line)) faults.push(`${path}:${index + 1}: instead of ${fault}`);
    }
    if (!path.endsWith('.md')) continue;
    for (const line of findLongLines(text)) faults.push(`${path}:${line}: more than 120 characters`);
  }
  return faults;
}

export const englishCheck: Check = {
  title: 'Plain English, and pages with lines of 120 characters',
  fix: 'write the subject first, with the verbs of the field; tools/src/checks/english',
  run: async () => {
    const faults = await findEnglishFaults(repositoryDir);
    return faults.length === 0 ? undefined : faults.join('\n');
  },
};
