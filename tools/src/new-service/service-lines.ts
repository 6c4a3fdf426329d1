import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Two lines outside its folder: the place in the public graph, and the name among those that the blocks service waits for. */
interface ServiceLine {
  file: string;
  /** @throws where the text is not what it was */
  add: (text: string, name: string) => string;
  /** Returns the same text where it was not named. */
  remove: (text: string, name: string) => string;
}

const WAITED_FOR = /(\.default\(')([a-z0-9,]+)('\))/;

const LINES: readonly ServiceLine[] = [
  {
    file: 'gateway/supergraph.yaml',
    add: (text, name) => `${text.trimEnd()}\n${name}: ../services/${name}/schema.graphql\n`,
    remove: (text, name) => text.replace(new RegExp(`^${name}: .*\\n`, 'm'), ''),
  },
  {
    file: 'services/blocks/src/env.ts',
    add: (text, name) => changeWaitedFor(text, (names) => [...names, name]),
    remove: (text, name) => changeWaitedFor(text, (names) => names.filter((other) => other !== name)),
  },
];

/** @param root the repository @returns the files they are in @throws Error where a file no longer has the place for it */
export async function addLines(name: string, root: string): Promise<string[]> {
  return changeFiles(LINES, root, ({ add }, text) => add(text, name));
}

/** For a service whose folder is gone. @param root the repository @returns the files that named it */
export async function removeLines(name: string, root: string): Promise<string[]> {
  const other = LINES.filter(({ file }) => !file.startsWith(`services/${name}/`));
  return changeFiles(other, root, ({ remove }, text) => remove(text, name));
}

async function changeFiles(
  lines: readonly ServiceLine[],
  root: string,
  change: (line: ServiceLine, text: string) => string,
): Promise<string[]> {
  const changed: string[] = [];
  for (const line of lines) {
    const path = join(root, line.file);
    const before = await readFile(path, 'utf8');
    const after = change(line, before);
    if (after === before) continue;
    await writeFile(path, after);
    changed.push(line.file);
  }
  return changed;
}

function changeWaitedFor(text: string, change: (names: string[]) => string[]): string {
  if (!WAITED_FOR.test(text))
    throw new Error('services/blocks/src/env.ts no longer has a default list of services to wait for');
  return text.replace(
    WAITED_FOR,
    (_, open: string, names: string, close: string) => `${open}${change(names.split(',')).join(',')}${close}`,
  );
}
