import type { Logger } from '@ledgergraph/service-kit/logger';
import type { Mailer } from './mail.ts';

/**
 * Writes mails into the log instead: for a developer's machine, where every reader of the log may follow every link.
 */
export function createLogMailer(logger: Logger): Mailer {
  return {
    delivers: false,
    send: async ({ to, subject, text }) => {
      logger.info({ to, subject, text }, 'mail, not sent: SMTP_URL is not set');
    },
    close: async () => {},
  };
}
