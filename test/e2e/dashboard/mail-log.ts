import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@ledgergraph/test-kit/wait-for';

/**
 * Waits for a mail to a person that has a link, and returns the link's path: without a mail server, mails stand in
 * accounts' log.
 */
export function linkInMail(dataDir: string, to: string): Promise<string> {
  return waitFor(
    async () => {
      const log = await readFile(join(dataDir, 'logs', 'accounts-api.log'), 'utf8');
      const mails = log
        .split('\n')
        .filter((line) => line.includes(to))
        .flatMap((line) => readMail(line, to));
      const link = /https?:\/\/\S+/.exec(mails.at(-1) ?? '')?.[0];
      if (link === undefined) return undefined;
      const { pathname, search } = new URL(link);
      return `${pathname}${search}`;
    },
    { what: `a mail to ${to}`, timeoutMs: 60_000 },
  );
}

function readMail(line: string, to: string): string[] {
  try {
    const entry = JSON.parse(line) as { to?: unknown; text?: unknown };
    return entry.to === to && typeof entry.text === 'string' ? [entry.text] : [];
  } catch {
    // The last line may still be in the middle of being written.
    return [];
  }
}
