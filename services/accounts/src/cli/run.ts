import type { CommandContext } from './command-context.ts';

/** Carries out what a command does, on the database that the program was told to use. */
export type Run = (action: (context: CommandContext) => Promise<void>) => Promise<void>;

/** `--json` instead of a table or a sentence for people. */
export type Output = { json?: true | undefined };
