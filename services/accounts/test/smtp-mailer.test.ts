import { createLogger } from '@ledgergraph/service-kit/logger';
import { createSmtpMailer } from '#/mail/create-smtp-mailer.ts';
import type { Mail } from '#/mail/mail.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.ts';

const logger = createLogger('test', 'silent');
const retries = { retries: 3, minTimeout: 5, maxTimeout: 5 };
const mail: Mail = {
  kind: 'verification',
  to: 'ann@example.org',
  subject: 'Grüße',
  text: 'https://api.example.org/dashboard/x?token=abc\n',
};

let smtp: SmtpServer;
beforeEach(async () => {
  smtp = await startSmtpServer();
});
afterEach(() => smtp.stop());

const createMailer = (url = smtp.url) =>
  createSmtpMailer({ url, from: 'Ledgergraph <no-reply@example.org>' }, logger, retries);

test('a mail is handed over as it was written', async () => {
  const mailer = createMailer();
  await mailer.send(mail);
  await mailer.close();
  expect(smtp.mails).toHaveLength(1);
  const [taken] = smtp.mails;
  expect(taken?.to).toEqual(['ann@example.org']);
  expect(taken?.data).toContain('From: Ledgergraph <no-reply@example.org>');
  expect(taken?.data).toContain('https://api.example.org/dashboard/x?token=');
});

test('a temporary failure is tried again', async () => {
  smtp.refusals.push('451 later', '421 busy');
  const mailer = createMailer();
  await mailer.send(mail);
  await mailer.close();
  expect(smtp.mails).toHaveLength(1);
});

test('a server that comes back gets the mail', async () => {
  const { url } = smtp;
  await smtp.stop();
  const mailer = createSmtpMailer({ url, from: 'a@example.org' }, logger, {
    retries: 1000,
    minTimeout: 20,
    maxTimeout: 20,
  });
  const sent = mailer.send(mail);
  smtp = await startSmtpServer(Number(new URL(url).port));
  await sent;
  await mailer.close();
  expect(smtp.mails).toHaveLength(1);
});

test('a final failure is not tried again', async () => {
  smtp.refusals.push('550 no such mailbox', '550 no such mailbox');
  const mailer = createMailer();
  await expect(mailer.send(mail)).rejects.toThrow('550 no such mailbox');
  expect(smtp.refusals).toHaveLength(1);
  await mailer.close();
});

test('it gives up in the end', async () => {
  smtp.refusals.push(...Array<string>(4).fill('451 later'));
  const mailer = createMailer();
  await expect(mailer.send(mail)).rejects.toThrow('451 later');
  expect([smtp.refusals, smtp.mails]).toEqual([[], []]);
  await mailer.close();
});

test('closing ends the waiting for another try', async () => {
  smtp.refusals.push('451 later');
  const mailer = createSmtpMailer({ url: smtp.url, from: 'a@example.org' }, logger, {
    retries: 1,
    minTimeout: 3_600_000,
    maxTimeout: 3_600_000,
  });
  const sent = mailer.send(mail);
  const outcome = expect(sent).rejects.toThrow('the process stops');
  await mailer.close();
  await outcome;
});

test('a name cannot add a header or a recipient', async () => {
  const mailer = createMailer();
  await mailer.send({ ...mail, subject: 'hello\r\nBcc: eve@example.org', to: 'ann@example.org' });
  await mailer.close();
  expect(smtp.mails[0]?.to).toEqual(['ann@example.org']);
  expect(smtp.mails[0]?.data).not.toMatch(/^Bcc:/m);
});
