import type { Logger } from '@ledgergraph/service-kit/logger';
import { createSmtpMailer } from './create-smtp-mailer.ts';
import type { Mailer } from './mail.ts';

export function createMailer(
  { url, from }: { url?: string | undefined; from?: string | undefined },
  logger: Logger,
): Mailer {
  return url === undefined || from === undefined ? createLogMailer(logger) : createSmtpMailer({ url, from }, logger);
}

/** For a developer's machine, where every reader of the log may follow every link. */
function createLogMailer(logger: Logger): Mailer {
  return {
    delivers: false,
    send: async ({ to, subject, text }) => {
      logger.info({ to, subject, text }, 'mail, not sent: SMTP_URL is not set');
    },
    close: async () => {},
  };
}
