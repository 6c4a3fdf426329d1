import { readFile, rename, writeFile } from 'node:fs/promises';
import { threadId } from 'node:worker_threads';
import { z } from 'zod';
import { type SupergraphFiles, withFingerprint } from './supergraph-files.ts';

/** One file, so that it is there whole or not at all. */
const keptSupergraph = z.object({ sdl: z.string(), manifest: z.base64(), signature: z.string() });

/** Its signature is checked again. @returns undefined if there is no usable file @throws Error when it cannot be read */
export async function readKeptSupergraph(file: string): Promise<SupergraphFiles | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const parsed = keptSupergraph.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const { sdl, manifest, signature } = parsed.data;
  return withFingerprint({ sdl, manifest: Buffer.from(manifest, 'base64'), signature });
}

/** @throws Error when its folder cannot be written */
export async function keepSupergraph(file: string, { sdl, manifest, signature }: SupergraphFiles): Promise<void> {
  const text = JSON.stringify({ sdl, manifest: manifest?.toString('base64'), signature });
  const unfinished = `${file}.${process.pid}.${threadId}`;
  await writeFile(unfinished, text, { flush: true });
  await rename(unfinished, file);
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
