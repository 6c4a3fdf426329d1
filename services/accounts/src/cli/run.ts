import type { CommandContext } from './command-context.ts';

/** Carries out a command on the database that the settings of the program name. */
export type Run = (action: (context: CommandContext) => Promise<void>) => Promise<void>;

/** `--json` instead of a table or a sentence for people. */
export type Output = { json?: true | undefined };
