import type { Logger } from '@ledgergraph/service-kit/logger';
import { createTransport } from 'nodemailer';
import pRetry, { AbortError } from 'p-retry';
import type { Mailer } from './mail.ts';

const TIMEOUT_MS = 20_000;
const RETRIES = { retries: 6, minTimeout: 5_000, factor: 3, maxTimeout: 300_000 };

export type SmtpSettings = { url: string; from: string };

/** Retries connections that fail and 4xx answers for about ten minutes; a 5xx answer is final. @param retries waits in milliseconds */
export function createSmtpMailer(
  { url, from }: SmtpSettings,
  logger: Logger,
  retries: { retries: number; minTimeout: number; factor?: number; maxTimeout?: number } = RETRIES,
): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const stop = new AbortController();
  return {
    delivers: true,
    send: ({ to, subject, text }) =>
      pRetry(
        () =>
          transport.sendMail({ from, to, subject, text }).then(
            () => undefined,
            (error: unknown) => {
              throw isFinal(error) ? new AbortError(error as Error) : error;
            },
          ),
        {
          ...retries,
          signal: stop.signal,
          onFailedAttempt: ({ error, retriesLeft }) =>
            logger.warn({ err: error, subject, retriesLeft }, 'a mail could not be sent'),
        },
      ),
    close: async () => {
      stop.abort(new Error('the process stops'));
      transport.close();
    },
  };
}

/** RFC 5321: 5yz means not to try the same again. */
function isFinal(error: unknown): boolean {
  const code = (error as { responseCode?: unknown }).responseCode;
  return typeof code === 'number' && code >= 500;
}
