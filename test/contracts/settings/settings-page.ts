import type { LoadedRole } from '@ledgergraph/program/run/find-roles';
import { listSettings, type Setting } from './list-settings.ts';

const HEAD = `# Settings

Every variable of the environment that a role reads. \`npm run settings\` writes this page from the schemas in
\`services/*/src/env.ts\`, \`gateway/src/env.ts\` and the packages; a contract test checks it.

A role reads the variable X as \`<ROLE>_X\`, else as \`<SERVICE>_X\`, else as \`X\`: \`MARKETS_API_PORT\`,
\`MARKETS_DATABASE_URL\`, \`INTERNAL_SECRET\`. \`HOST\`, \`LOG_LEVEL\`, \`METRICS_PORT\`, \`EXIT_WITH_PARENT\` and OpenTelemetry's
variables are those of the process, without a prefix. All faults of all roles are printed together before anything
starts.

Commands read \`<SERVICE>_DATABASE_URL\` (\`npx ledgergraph snapshot\`, migrations, backups), \`NODE_USER\` and
\`NODE_PASSWORD\` (\`npx ledgergraph snapshot --node\`). \`npx ledgergraph-admin\` reads the variables of accounts-api about
its database, keys, bus and webhooks; without \`DATABASE_URL\` it works on the local stack.
`;

const WIDTH = 120;

export function writeSettingsPage(roles: readonly LoadedRole[]): string {
  const entries = listSettings(roles).map((setting) => wrap(entryOf(setting, roles)));
  return `${HEAD}\n${entries.join('\n')}\n`;
}

function entryOf(setting: Setting, all: readonly LoadedRole[]): string {
  const { names, standard, about = '' } = setting;
  const whether = about.includes('Default:')
    ? 'optional'
    : standard === null
      ? 'required'
      : standard === undefined
        ? 'optional'
        : inCode(standard);
  return `- ${names.map((name) => `\`${name}\``).join(', ')} (${nameRoles(setting.roles, all)}; ${whether}): ${about}`;
}

function inCode(standard: string): string {
  return standard === '' ? 'default: none' : `default \`${standard}\``;
}

/** A new subgraph that reads the common variables changes nothing here. */
function nameRoles(roles: readonly LoadedRole[], all: readonly LoadedRole[]): string {
  if (roles.length === all.length) return 'all';
  const following = new Set(all.filter(({ kind }) => kind === 'indexer').map(({ service }) => service));
  const kinds = [
    { title: 'indexers', whole: all.filter(({ kind }) => kind === 'indexer') },
    { title: 'apis of subgraphs', whole: all.filter(({ kind, service }) => kind === 'api' && following.has(service)) },
  ];
  let left = [...roles];
  const titles = kinds.flatMap(({ title, whole }) => {
    const missing = whole.filter((role) => !left.includes(role));
    if (missing.length > 1 || whole.length === 0) return [];
    left = left.filter((role) => !whole.includes(role));
    return [missing[0] === undefined ? title : `${title} except ${missing[0].name}`];
  });
  return [...titles, ...left.map(({ name }) => name)].join(', ');
}

function wrap(entry: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of entry.split(' ')) {
    if (line !== '' && `${line} ${word}`.length > WIDTH) {
      lines.push(line);
      line = ` `;
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}
