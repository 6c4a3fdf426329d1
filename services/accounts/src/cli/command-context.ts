import { userInfo } from 'node:os';
import type { Actor } from '#/audit/actor.ts';
import { createContext } from '#/context.ts';
import { readCommandEnv } from '#/env.ts';
import type { WebhookDeps } from '#/webhooks/change-webhooks.ts';
import { connectWebhooks } from '#/webhooks/connect-webhooks.ts';
import { openCommandAnnouncer } from './command-announcer.ts';
import { readLocalStack } from './read-local-stack.ts';

export type CommandContext = WebhookDeps & {
  /** Person who runs the command, for the audit log. */
  operator: Actor;
};

/** Makes commander's action of a command, which works on the database that the settings of the program name. */
export type Run = <Args extends unknown[]>(
  command: (context: CommandContext, ...args: Args) => Promise<void>,
) => (...args: Args) => Promise<void>;

/**
 * Runs one command on the local stack in `dataDir` if that is given, else on the database of the environment, else on the nearest local stack.
 * Throws CommandError when there is none.
 */
export async function withCommandContext(
  dataDir: string | undefined,
  run: (context: CommandContext) => Promise<void>,
): Promise<void> {
  const settings = (dataDir === undefined ? readCommandEnv() : undefined) ?? (await readLocalStack(dataDir));
  const { db, now } = createContext(settings.DATABASE_URL);
  const announcer = openCommandAnnouncer(settings);
  try {
    const operator: Actor = { kind: 'operator', name: operatorName() };
    const webhooks = connectWebhooks(settings.WEBHOOKS_URL, settings.INTERNAL_SECRET);
    const { KEY_BRAND: brand, KEY_PEPPER: pepper } = settings;
    await run({ db, now, brand, pepper, announcer, operator, webhooks });
  } finally {
    await announcer.close();
    await db.$disconnect();
  }
}

/** Name of the operator on this machine. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the user id may have no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
