import { readFile, rename, writeFile } from 'node:fs/promises';
import { hasCode } from './has-code.ts';

/** Undefined when the file does not exist. */
export async function readKeptJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is damaged: delete it, or the whole folder for a fresh start`, { cause });
  }
}

/** Only its owner may read it. Written whole or not at all. */
export async function writePrivate(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
