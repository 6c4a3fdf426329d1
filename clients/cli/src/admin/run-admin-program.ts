import type { Site } from '@ledgergraph/dashboard-api/request';
import { Command } from 'commander';
import { type GlobalOptions, readOrigin, type TeamContext } from '#/context.ts';
import { readEnvironment } from '#/env.ts';
import { exitCodeOf } from '#/run-program.ts';
import { readVersion } from '#/version.ts';
import { addManagement } from '#/webhooks/webhook-commands.ts';
import { type AdminRun, createAdminContext } from './admin-context.ts';
import { addKeyCommands } from './keys.ts';
import { addPlanCommands } from './plans.ts';
import { addRecordCommands } from './records.ts';
import { addTeamCommands } from './teams.ts';
import { addTokenCommands } from './tokens.ts';
import { addUserCommands } from './users.ts';

const HELP = `
With LEDGERGRAPH_OPERATOR_TOKEN set, it works over HTTP: at LEDGERGRAPH_URL
(default: http://localhost:4000). Without, it works on a database, for first set-up and
repair: that of the local stack if --data names its directory, else DATABASE_URL with KEY_PEPPER if set, else the nearest .ledgergraph.
Whoever may run this may do everything; what is done is kept on record (ledgergraph-admin audit).`;

export interface LocalApi {
  send: (path: string, init: RequestInit) => Promise<Response>;
  close: () => Promise<void>;
}

type Options = GlobalOptions & { data?: string };

/**
 * The result goes to stdout, all else to stderr.
 * @param openLocal opens a database.
 * @throws CommandError
 * @param addCommands commands that need no installation
 * @throws only unexpected errors
 */
export function runAdminProgram(
  args: readonly string[],
  openLocal: (dataDir: string | undefined) => Promise<LocalApi>,
  addCommands: (keys: Command) => void,
): Promise<number> {
  return exitCodeOf(async () => {
    const program = new Command('ledgergraph-admin')
      .description('Operate a Ledgergraph installation')
      .version(readVersion(), '--version', 'print the version')
      .option('--insecure', 'send the token over http, which everybody on the way can read')
      .option('--data <dir>', 'data directory that npm start keeps the local stack in')
      .addHelpText('afterAll', HELP)
      .showHelpAfterError('(--help shows more)')
      .exitOverride();
    const run: AdminRun =
      (command) =>
      (...given) =>
        withContext(program.opts<Options>(), openLocal, (context) => command(context, ...given));
    addCommands(addKeyCommands(program, run));
    addTeamCommands(program, run);
    addUserCommands(program, run);
    addPlanCommands(program, run);
    addRecordCommands(program, run);
    addTokenCommands(program, run);
    addManagement(program, run);
    await program.parseAsync(args, { from: 'user' });
    return 0;
  });
}

async function withContext(
  options: Options,
  openLocal: (dataDir: string | undefined) => Promise<LocalApi>,
  run: (context: TeamContext) => Promise<void>,
): Promise<void> {
  const { operatorToken: token, url } = readEnvironment();
  if (options.data === undefined && token !== undefined) {
    const origin = readOrigin(url, options);
    return run(createAdminContext({ origin, headers: { authorization: `Bearer ${token}` } }));
  }
  const local = await openLocal(options.data);
  try {
    const site: Site = { origin: '', headers: {}, send: local.send };
    await run(createAdminContext(site));
  } finally {
    await local.close();
  }
}
