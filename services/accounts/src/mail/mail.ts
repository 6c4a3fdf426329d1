export type MailKind = 'password-reset' | 'verification' | 'signed-up-already' | 'invitation' | 'webhook-disabled';

export type Mail = { kind: MailKind; to: string; subject: string; text: string };

export type Mailer = {
  /** Resolves when the mail is handed over; rejects when it is given up. */
  send(mail: Mail): Promise<void>;
  /** Gives up pending mails, and disconnects. */
  close(): Promise<void>;
  /** If true, an answer from a mailbox proves who owns the address. */
  readonly delivers: boolean;
};
