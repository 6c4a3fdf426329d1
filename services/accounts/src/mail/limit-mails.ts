import { createHash } from 'node:crypto';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { type AttemptRule, countAttempt } from '#/db/attempts.ts';
import type { Connection } from '#/db/connection.ts';
import type { Mailer, MailKind } from './mail.ts';

export const LINK_SECONDS = 3_600;

/** Where strangers have used up the count, the mailbox holds a link that works for at least ten more minutes. */
const LINKS: readonly AttemptRule[] = [{ window: LINK_SECONDS - 600, max: 2 }];

/** For one address. Each kind counts separately, so that mails that strangers ask for block no other kind. */
export const MAIL_RULES: Readonly<Record<MailKind, readonly AttemptRule[]>> = {
  'password-reset': LINKS,
  verification: LINKS,
  'signed-up-already': [{ window: 86_400, max: 3 }],
  // The inviting team sees the invitation, and can hand over its link.
  invitation: [
    { window: 3_600, max: 5 },
    { window: 86_400, max: 20 },
  ],
  'webhook-disabled': [{ window: 86_400, max: 20 }],
};

/** Counts by recipient (as a hash) and kind, and drops only the mail, not the action behind it. */
export function limitMails(mailer: Mailer, db: Connection, logger: Logger): Mailer {
  return {
    delivers: mailer.delivers,
    close: () => mailer.close(),
    send: async (mail) => {
      const { kind, to } = mail;
      const whose = createHash('sha256').update(to.toLowerCase()).digest('base64url');
      for (const rule of MAIL_RULES[kind]) {
        const { count } = await countAttempt(db, `${kind} ${rule.window}|${whose}`, rule);
        if (count <= rule.max) continue;
        logger.warn({ kind }, 'a mail was dropped: its recipient has had too many of this kind');
        return;
      }
      await mailer.send(mail);
    },
  };
}
