/** Reason of a mail. Each has a count of its own (limit-mails.ts). */
export type MailKind = 'password-reset' | 'verification' | 'signed-up-already' | 'invitation' | 'webhook-disabled';

/** A message to one person. */
export type Mail = { kind: MailKind; to: string; subject: string; text: string };

/** Carries mails away. */
export type Mailer = {
  /** Resolves when the mail is handed over; rejects when it is given up. */
  send(mail: Mail): Promise<void>;
  /** Gives up what is still being tried, and disconnects. */
  close(): Promise<void>;
  /** True if mails reach mailboxes, so that answering one proves whose address it is. */
  readonly delivers: boolean;
};
