import { parseArgs } from 'node:util';
import { COMMANDS, type GraphCommand } from './commands.ts';

const USAGE = `npm run graph -- <command>
  check [subgraph]     what publishing its schema would break; without a name: each subgraph of this working tree
  publish <subgraph>   make its schema what other teams are checked against
  delete <subgraph>    take it out of the graph
  compose              compose the published schemas: supergraph.graphql and api.graphql
  sign                 sign the composed supergraph: manifest.json and manifest.sig
  create-key           a key pair to sign with: supergraph.key and supergraph.pub

  --registry <dir>     the published schemas (graph-registry)
  --schema <file>      the subgraph's schema, where supergraph.yaml does not list it
  --team <name>        owner of the subgraph, where no package.json beside the schema names it
  --routing-url <url>  where gateways reach it, unless their environment names another address
  --accept-break <why> publish or delete although clients are broken by it; the reason is recorded
  --out <dir>          of compose, sign and create-key (<registry>/supergraph)
  --key <file>         private key to sign with
  --serial <number>    of the signed supergraph (one more than the manifest in --out has)
`;

const OPTIONS = {
  registry: { type: 'string' },
  schema: { type: 'string' },
  team: { type: 'string' },
  'routing-url': { type: 'string' },
  'accept-break': { type: 'string' },
  out: { type: 'string' },
  key: { type: 'string' },
  serial: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** Texts end with a line break or are empty. */
export interface GraphRun {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** `npm run graph -- <command>`: docs/per-team-deployment.md. */
export async function runGraph(args: string[]): Promise<GraphRun> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const [name = '', subgraph] = positionals;
  const command: GraphCommand | undefined = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined || values.help === true) {
    return { exitCode: values.help === true ? 0 : 2, stdout: USAGE, stderr: '' };
  }
  try {
    const { text, failed } = await command({ ...values, subgraph });
    return { exitCode: failed ? 1 : 0, stdout: text.map((line) => `${line}\n`).join(''), stderr: '' };
  } catch (error) {
    return { exitCode: 1, stdout: '', stderr: `${(error as Error).message}\n` };
  }
}
