import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installedProgram } from '@ledgergraph/local/repository';
import { execa } from 'execa';

/** Patterns of entries; `NAME_UPPER` is `NAME` in capitals. */
const ENTRIES: Record<string, readonly string[]> = {
  'docker-compose.yml': [
    '^  NAME_UPPER_DATABASE_URL: .*\\n',
    '^  NAME-api:\\n(?:    .*\\n)+^  NAME-indexer:\\n(?:    .*\\n)+\\n',
    // For the gateway, then for the process that has all roles.
    '^      SUBGRAPH_NAME_UPPER_URL: http://NAME-api.*\\n',
    '^      NAME_UPPER_NATS_PASSWORD: .*\\n(?:      .*NAME_UPPER_.*\\n)+',
    '^      NATS_PASSWORD_NAME_UPPER: .*\\n',
  ],
  // The broker's user, with the rights of an indexer.
  'deploy/compose/nats.conf': ['^    \\{ user: "NAME", .*\\n'],
  '.env.example': ['^NATS_PASSWORD_NAME_UPPER=\\n'],
  'deploy/compose/prometheus.yml': ['^ +- NAME-api:.*\\n +- NAME-indexer:.*\\n'],
};
/** Each subgraph has ten ports of its own. */
const PORT = /\b40\d0\b/g;
/** One that is there serves as the model: they have nothing but the common entries. */
const MODELS = ['currencies', 'identities', 'addresses'];

/**
 * For docker-compose.yml, Prometheus and the users of the broker.
 * @param root the repository
 * @returns the files that have entries of it
 * @throws Error where a file has no model's entries
 */
export async function addComposeEntries(name: string, root: string): Promise<string[]> {
  for (const file of Object.keys(ENTRIES)) {
    const path = join(root, file);
    await writeFile(path, addEntries(file, await readFile(path, 'utf8'), name));
    // Names of other lengths break lines elsewhere.
    if (file.endsWith('.yml'))
      await execa(installedProgram('biome'), ['format', '--write', path], { cwd: root, stdin: 'ignore' });
  }
  return Object.keys(ENTRIES);
}

export function addEntries(file: string, text: string, name: string): string {
  const patterns = ENTRIES[file] ?? [];
  for (const model of MODELS) {
    const found = patterns.map((pattern) => new RegExp(fillIn(pattern, model), 'm').exec(text)?.[0]);
    if (!found.every((entry) => entry !== undefined)) continue;
    const added = found.reduce(
      (before, entry) => before.replace(entry, () => entry + withOwnPorts(rename(entry, model, name), text)),
      text,
    );
    return sortUsers(added);
  }
  throw new Error(`${file} has no subgraph whose entries could be copied`);
}

function withOwnPorts(entry: string, text: string): string {
  const [model] = entry.match(PORT) ?? [];
  if (model === undefined) return entry;
  const free = Math.max(...Array.from(text.matchAll(PORT), Number)) + 10;
  return entry.replaceAll(model.slice(0, -1), String(free).slice(0, -1));
}

/** As in every rendered configuration. */
function sortUsers(text: string): string {
  return text.replace(/(?:^ {4}\{ user: .*\n)+/m, (users) => users.split(/^/m).sort().join(''));
}

function fillIn(pattern: string, name: string): string {
  return pattern.replaceAll('NAME_UPPER', name.toUpperCase()).replaceAll('NAME', name);
}

function rename(entry: string, from: string, to: string): string {
  return entry.replaceAll(from, to).replaceAll(from.toUpperCase(), to.toUpperCase());
}
