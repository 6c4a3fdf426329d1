import { readFile } from 'node:fs/promises';
import { inRepository, repositoryDir } from '@ledgergraph/local/repository';
import { execa } from 'execa';
import type { Check } from './check.ts';

const LINES_MAX = 300;
const SHOWN = 5;

interface Length {
  file: string;
  lines: number;
}

/** No source file is longer than one can read. Prints the five longest, so that growth is seen before it is a fault. */
export const fileLengthsCheck: Check = {
  title: `No source file has more than ${LINES_MAX} lines`,
  fix: 'split the file: one exported thing each',
  run: async () => {
    const lengths = (await measure()).sort((a, b) => b.lines - a.lines);
    const list = (some: Length[]): string =>
      some.map(({ file, lines }) => `${String(lines).padStart(5)} ${file}`).join('\n');
    process.stdout.write(`Longest files:\n${list(lengths.slice(0, SHOWN))}\n`);
    const tooLong = lengths.filter(({ lines }) => lines > LINES_MAX);
    return tooLong.length === 0 ? undefined : list(tooLong);
  },
};

async function measure(): Promise<Length[]> {
  const listed = await execa(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.js'],
    {
      cwd: repositoryDir,
      lines: true,
    },
  );
  const lengths = listed.stdout.map(async (file): Promise<Length[]> => {
    // Listed but deleted and not committed yet: nothing to measure.
    const text = await readFile(inRepository(file), 'utf8').catch(() => undefined);
    return text === undefined ? [] : [{ file, lines: text.trimEnd().split('\n').length }];
  });
  return (await Promise.all(lengths)).flat();
}
