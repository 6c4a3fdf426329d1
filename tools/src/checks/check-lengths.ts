import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryDir } from '@ledgergraph/local/repository';
import { readSources } from '#/checks/imports/source-files.ts';
import { findLongFunctions } from '#/checks/lengths/find-long-functions.ts';
import { STILL_TOO_LONG } from '#/checks/lengths/still-too-long.ts';
import type { Check } from './check.ts';

const LINES_MAX = 60;
/** The callbacks of tests are as long as their guarantees. */
const NOT_JUDGED = /\.test\.tsx?$/;

/** An excused file without a long function is a fault, so that the list only gets shorter. */
export async function findLengthFaults(root: string, excused: readonly string[]): Promise<string[]> {
  const { files } = await readSources(root);
  const long = files
    .filter(({ path }) => !NOT_JUDGED.test(path))
    .flatMap(({ path }) =>
      findLongFunctions(readFileSync(join(root, path), 'utf8'), LINES_MAX, { tsx: path.endsWith('.tsx') }).map(
        ({ line, lines }) => ({ path, fault: `${path}:${line}: a function of ${lines} lines` }),
      ),
    );
  const unused = excused.filter((file) => !long.some(({ path }) => path === file));
  return [
    ...long.filter(({ path }) => !excused.includes(path)).map(({ fault }) => fault),
    ...unused.map((file) => `${file}: without a long function; take it off the list`),
  ];
}

export const lengthsCheck: Check = {
  title: `No function has more than ${LINES_MAX} lines`,
  fix: 'split the function where one step ends and the next begins',
  run: async () => {
    const faults = await findLengthFaults(repositoryDir, STILL_TOO_LONG);
    return faults.length === 0 ? undefined : faults.join('\n');
  },
};
