import { Command } from 'commander';
import { createContext, type GlobalOptions, type Run } from './context.ts';
import { addKeyCommands } from './keys/key-commands.ts';
import { addSessionCommands } from './session/session-commands.ts';
import { readVersion } from './version.ts';
import { addWebhookCommands } from './webhooks/webhook-commands.ts';

export const SNAPSHOT = 'snapshot';

const HELP = `
Environment: LEDGERGRAPH_URL stands for --url. LEDGERGRAPH_KEY is an API key: in an argument, every user of the machine sees it.
Commands about keys and webhooks need a session: ledgergraph login <email>. A subscription of your own needs a key.`;

/** Its parsing throws commander's CommanderError instead of ending the process. */
export function createProgram(): Command {
  const program = new Command('ledgergraph')
    .description('Use a Ledgergraph: keys, webhooks and events')
    .version(readVersion(), '--version', 'print the version')
    .option('--url <url>', 'where the API is (default: http://localhost:4000)')
    .option('--insecure', 'send passwords and keys over http, which everybody on the way can read')
    .addHelpText('afterAll', HELP)
    .showHelpAfterError('(see --help)')
    // Before a command, --url is the API's; behind `webhooks create`, it is the receiver's.
    .enablePositionalOptions()
    .exitOverride();
  const run: Run =
    (command) =>
    async (...args) =>
      command(await createContext(program.opts<GlobalOptions>()), ...args);
  addSessionCommands(program, run);
  addKeyCommands(program, run);
  addWebhookCommands(program, run);
  program
    .command(`${SNAPSHOT} [arguments...]`)
    .description('for operators: begin an installation with the databases of another one (snapshot --help)');
  return program;
}
