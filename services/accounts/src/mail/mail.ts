/** A message to one person. */
export type Mail = { to: string; subject: string; text: string };

/** Carries mails away. */
export type Mailer = {
  /** Resolves when the mail is handed over; rejects when it is given up. */
  send(mail: Mail): Promise<void>;
  /** Gives up what is still being tried, and disconnects. */
  close(): Promise<void>;
  /** True if mails reach mailboxes, so that answering one proves whose address it is. */
  readonly delivers: boolean;
};
