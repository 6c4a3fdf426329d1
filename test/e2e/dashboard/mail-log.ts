import { readRoleLog } from '@ledgergraph/test-kit/role-log';
import { waitFor } from '@ledgergraph/test-kit/wait-for';

/** Returns the link's path. Without a mail server, mails stand in accounts' log. */
export function linkInMail(dataDir: string, to: string): Promise<string> {
  return waitFor(
    async () => {
      const lines = await readRoleLog(dataDir, 'accounts-api');
      const mails = lines.filter((line) => line.includes(to)).flatMap((line) => readMail(line, to));
      const link = /https?:\/\/\S+/.exec(mails.at(-1) ?? '')?.[0];
      if (link === undefined) return undefined;
      const { pathname, search } = new URL(link);
      return `${pathname}${search}`;
    },
    { what: `a mail to ${to}` },
  );
}

function readMail(line: string, to: string): string[] {
  try {
    const entry = JSON.parse(line) as { to?: unknown; text?: unknown };
    return entry.to === to && typeof entry.text === 'string' ? [entry.text] : [];
  } catch {
    // The last line may still be half written.
    return [];
  }
}
