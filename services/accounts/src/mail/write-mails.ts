import type { Mail } from './mail.ts';

type Reader = { name: string; email: string };

export function writePasswordReset({ name, email }: Reader, link: string): Mail {
  return {
    kind: 'password-reset',
    to: email,
    subject: 'Set a new password for Ledgergraph',
    text: paragraphs(
      `Hello ${oneLine(name)},`,
      'somebody, hopefully you, asked for a new password. Set it here within an hour:',
      link,
      'If it was not you, do nothing: your password stays as it is.',
    ),
  };
}

export function writeVerification({ name, email }: Reader, link: string): Mail {
  return {
    kind: 'verification',
    to: email,
    subject: 'Confirm your e-mail address for Ledgergraph',
    text: paragraphs(
      `Hello ${oneLine(name)},`,
      'confirm that this address is yours, within an hour:',
      link,
      'If you did not sign up, do nothing: without this no one can use the account.',
    ),
  };
}

/** For a second sign-up with a known address, because the sign-up itself reveals nothing. */
export function writeAlreadySignedUp({ name, email }: Reader, links: { signIn: string; newPassword: string }): Mail {
  return {
    kind: 'signed-up-already',
    to: email,
    subject: 'You have a Ledgergraph account already',
    text: paragraphs(
      `Hello ${oneLine(name)},`,
      'somebody, perhaps you, tried to sign up with this address. You have an account already. Sign in:',
      links.signIn,
      `If you do not remember the password, set a new one: ${links.newPassword}`,
      'If it was not you, do nothing: nothing was changed.',
    ),
  };
}

export function writeInvitation(
  email: string,
  { team, inviter, role }: { team: string; inviter: string; role: string },
  link: string,
): Mail {
  return {
    kind: 'invitation',
    to: email,
    subject: 'Invitation to a team on Ledgergraph',
    text: paragraphs(
      'Hello,',
      `${oneLine(inviter)} invites you to the team ${oneLine(team)} as ${role}. Accept or decline within seven days:`,
      link,
      'If you do not know them, do nothing.',
    ),
  };
}

export function writeWebhookDisabled(
  { name, email }: Reader,
  { team, url, reason }: { team: string; url: string; reason: string },
  link: string,
): Mail {
  return {
    kind: 'webhook-disabled',
    to: email,
    subject: 'A webhook of your team was disabled',
    text: paragraphs(
      `Hello ${oneLine(name)},`,
      `events of the team ${oneLine(team)} are no longer sent to this address: ${oneLine(url)}`,
      oneLine(reason),
      'No event is lost. Make the webhook active again, and it goes on where it stopped:',
      link,
    ),
  };
}

/** Names come from people: in a mail they must not look like lines of ours. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function paragraphs(...texts: string[]): string {
  return `${texts.join('\n\n')}\n`;
}
