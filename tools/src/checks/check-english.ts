import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryDir } from '@ledgergraph/local/repository';
import { execa } from 'execa';
import { findDialect } from '#/checks/english/find-dialect.ts';
import { findLongLines } from '#/checks/english/find-long-lines.ts';
import { NOT_YET_PLAIN, STILL_TOO_WIDE } from '#/checks/english/not-yet-plain.ts';
import type { Check } from './check.ts';

const JUDGED = /\.(ts|tsx|js|mjs|md|graphql|proto|prisma|sh|ya?ml|html|css)$/;
/** Generated, recorded or history; and the check itself with its test. */
const NOT_JUDGED = [
  /(^|\/)(generated|recordings|migrations)\//,
  /^(graph-registry|tools\/src\/checks\/english)\//,
  /^(CHANGELOG\.md|gateway\/supergraph\.graphql|docs\/api\.graphql|test\/contracts\/api\.graphql)$/,
];

interface Excuses {
  /** Folders and files whose words are not judged yet. */
  dialect: readonly string[];
  /** Pages whose lines are not judged yet. */
  width: readonly string[];
}

/**
 * Finds words that plain English avoids, and lines of pages that are too long.
 * An excuse that covers no fault is a fault as well, so that the lists only get shorter.
 * @param root of the repository
 */
export async function findEnglishFaults(root: string, excuses: Excuses): Promise<string[]> {
  const listed = await execa('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    lines: true,
  });
  const paths = listed.stdout.filter((path) => JUDGED.test(path) && !NOT_JUDGED.some((kind) => kind.test(path)));
  const dialect = new Excused(excuses.dialect);
  const width = new Excused(excuses.width);
  for (const path of paths) {
    const text = await readFile(join(root, path), 'utf8').catch(() => '');
    for (const [index, line] of text.split('\n').entries()) {
      for (const fault of findDialect(line)) dialect.add(path, `${path}:${index + 1}: instead of ${fault}`);
    }
    if (!path.endsWith('.md')) continue;
    for (const line of findLongLines(text)) width.add(path, `${path}:${line}: more than 120 characters`);
  }
  return [...dialect.end(), ...width.end()];
}

/** Faults outside of the excused folders and files. */
class Excused {
  readonly #excuses: readonly string[];
  readonly #used = new Set<string>();
  readonly #faults: string[] = [];

  constructor(excuses: readonly string[]) {
    this.#excuses = excuses;
  }

  add(path: string, fault: string): void {
    const excuse = this.#excuses.find((place) => path === place || path.startsWith(`${place}/`));
    if (excuse === undefined) this.#faults.push(fault);
    else this.#used.add(excuse);
  }

  end(): string[] {
    const unused = this.#excuses.filter((excuse) => !this.#used.has(excuse));
    return [...this.#faults, ...unused.map((place) => `${place}: without a fault; take it off the list`)];
  }
}

export const englishCheck: Check = {
  title: 'Plain English, and pages with lines of 120 characters',
  fix: 'write the subject first, with the verbs of the field; tools/src/checks/english',
  run: async () => {
    const faults = await findEnglishFaults(repositoryDir, { dialect: NOT_YET_PLAIN, width: STILL_TOO_WIDE });
    return faults.length === 0 ? undefined : faults.join('\n');
  },
};
