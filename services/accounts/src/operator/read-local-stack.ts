import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { AccountsError } from '#/accounts-error.ts';
import { type CommandSettings, commandSettings } from '#/env.ts';

const DATA_DIR_DEFAULT = '.ledgergraph';
const FILE = 'accounts.env';

/** Throws AccountsError NO_LOCAL_STACK. @param dataDir undefined: the nearest `.ledgergraph`, here or in a folder above */
export async function readLocalStack(dataDir: string | undefined): Promise<CommandSettings> {
  for (const folder of dataDir === undefined ? defaultFolders() : [resolve(dataDir)]) {
    const path = join(folder, FILE);
    const text = await readIfThere(path);
    if (text === undefined) continue;
    const settings = commandSettings.safeParse(parseEnv(text));
    if (settings.success) return settings.data;
    throw new AccountsError(
      'NO_LOCAL_STACK',
      `${relative('.', path)} does not have the form that the local stack writes:\n${z.prettifyError(settings.error)}`,
    );
  }
  const where = dataDir === undefined ? `${DATA_DIR_DEFAULT} here or in a folder above` : dataDir;
  throw new AccountsError(
    'NO_LOCAL_STACK',
    `There is no local stack (looked for ${FILE} in ${where}). Start one with \`npm start\`, ` +
      'name its directory with --data, or set DATABASE_URL and KEY_PEPPER to work on another database.',
  );
}

function defaultFolders(): string[] {
  const folders: string[] = [];
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    folders.push(join(folder, DATA_DIR_DEFAULT));
    if (folder === dirname(folder)) return folders;
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  }
}
