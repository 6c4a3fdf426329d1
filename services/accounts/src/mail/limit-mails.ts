import { createHash } from 'node:crypto';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { type AttemptRule, countAttempt } from '#/db/attempts.ts';
import type { Connection } from '#/db/connection.ts';
import type { Mailer } from './mail.ts';

/** Mails that one address gets, whatever the reason. Strangers cause a third of them at most (auth/attempt-rules.ts). */
export const RECIPIENT_RULES: readonly AttemptRule[] = [
  { window: 3_600, max: 15 },
  { window: 86_400, max: 60 },
];

/** Counts mails by recipient, in the database, and drops what is above. Addresses are stored as hashes. */
export function limitMails(mailer: Mailer, db: Connection, logger: Logger): Mailer {
  return {
    delivers: mailer.delivers,
    close: () => mailer.close(),
    send: async (mail) => {
      const whose = createHash('sha256').update(mail.to.toLowerCase()).digest('base64url');
      for (const rule of RECIPIENT_RULES) {
        const { count } = await countAttempt(db, `recipient ${rule.window}|${whose}`, rule);
        if (count <= rule.max) continue;
        logger.warn({ subject: mail.subject }, 'a mail was dropped: its recipient has had too many');
        return;
      }
      await mailer.send(mail);
    },
  };
}
