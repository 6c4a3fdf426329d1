import type { Logger } from '@ledgergraph/service-kit/logger';
import { createLogMailer } from './create-log-mailer.ts';
import { createSmtpMailer } from './create-smtp-mailer.ts';
import type { Mailer } from './mail.ts';

/** Mails by SMTP where a server is named, into the log elsewhere. */
export function createMailer(
  { url, from }: { url?: string | undefined; from?: string | undefined },
  logger: Logger,
): Mailer {
  return url === undefined || from === undefined ? createLogMailer(logger) : createSmtpMailer({ url, from }, logger);
}
