import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installedProgram } from '@ledgergraph/local/repository';
import { execa } from 'execa';

/**
 * Places where a subgraph has entries of its own: each pattern is one, `NAME` its name, `NAME_UPPER` that in
 * capitals.
 */
const ENTRIES: Record<string, readonly string[]> = {
  'docker-compose.yml': [
    '^  NAME_UPPER_DATABASE_URL: .*\\n',
    '^  NAME-api:\\n(?:    .*\\n)+^  NAME-indexer:\\n(?:    .*\\n)+\\n',
    // For the gateway, then for the process that has all roles.
    '^      SUBGRAPH_NAME_UPPER_URL: http://NAME-api.*\\n',
    '^      NAME_UPPER_NATS_PASSWORD: .*\\n(?:      .*NAME_UPPER_.*\\n)+',
    '^      NATS_PASSWORD_NAME_UPPER: .*\\n',
  ],
  // Its user at the broker, with the rights of an indexer.
  'deploy/compose/nats.conf': ['^    \\{ user: "NAME", .*\\n'],
  '.env.example': ['^NATS_PASSWORD_NAME_UPPER=\\n'],
  'deploy/compose/prometheus.yml': ['^ +- NAME-api:.*\\n +- NAME-indexer:.*\\n'],
};
/** Ports in the process that has all roles: each subgraph has ten of its own. */
const PORT = /\b40\d0\b/g;
/** Subgraphs that have nothing but what each has: one that is there is what a new one's entries are copied from. */
const MODELS = ['currencies', 'identities', 'addresses'];

/**
 * Writes a new subgraph into docker-compose.yml, into what Prometheus asks there, and into the users of the broker.
 *
 * @param root the repository
 * @returns the files that have entries of it
 * @throws Error where a file no longer has the entries that a new one's are copied from
 */
export async function addComposeEntries(name: string, root: string): Promise<string[]> {
  for (const file of Object.keys(ENTRIES)) {
    const path = join(root, file);
    await writeFile(path, addEntries(file, await readFile(path, 'utf8'), name));
    // A short name has less to break lines for than that of the model.
    if (file.endsWith('.yml'))
      await execa(installedProgram('biome'), ['format', '--write', path], { cwd: root, stdin: 'ignore' });
  }
  return Object.keys(ENTRIES);
}

/** The text of one of the files, with entries of a new subgraph below those of another. */
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

/** Gives an entry ports that no other of the file has. */
function withOwnPorts(entry: string, text: string): string {
  const [model] = entry.match(PORT) ?? [];
  if (model === undefined) return entry;
  const free = Math.max(...Array.from(text.matchAll(PORT), Number)) + 10;
  return entry.replaceAll(model.slice(0, -1), String(free).slice(0, -1));
}

/** Users of the broker stand in the order of their names, as in every configuration that is rendered. */
function sortUsers(text: string): string {
  return text.replace(/(?:^ {4}\{ user: .*\n)+/m, (users) => users.split(/^/m).sort().join(''));
}

function fillIn(pattern: string, name: string): string {
  return pattern.replaceAll('NAME_UPPER', name.toUpperCase()).replaceAll('NAME', name);
}

function rename(entry: string, from: string, to: string): string {
  return entry.replaceAll(from, to).replaceAll(from.toUpperCase(), to.toUpperCase());
}
