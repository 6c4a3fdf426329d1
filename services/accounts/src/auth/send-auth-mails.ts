import type { Mailer } from '#/mail/mail.ts';
import { writeAlreadySignedUp, writeInvitation, writePasswordReset, writeVerification } from '#/mail/write-mails.ts';
import { DASHBOARD_PATH } from '#/page-path.ts';

type Person = { name: string; email: string };

/** Links always lead to the dashboard at its public address, whatever a request asked for. */
export function sendAuthMails(mailer: Mailer, publicUrl: string) {
  const page = (path: string): string => `${publicUrl}${DASHBOARD_PATH}${path}`;
  return {
    passwordReset: ({ user, token }: { user: Person; token: string }) =>
      mailer.send(writePasswordReset(user, page(`/reset-password?token=${token}`))),
    alreadySignedUp: ({ user }: { user: Person }) =>
      mailer.send(writeAlreadySignedUp(user, { signIn: page('/sign-in'), newPassword: page('/forgot-password') })),
    verification: ({ user, token }: { user: Person; token: string }) =>
      mailer.send(writeVerification(user, page(`/auth/verify-email?token=${token}&callbackURL=${DASHBOARD_PATH}/`))),
    invitation: ({ id, email, role, organization, inviter }: Invitation) =>
      mailer.send(
        writeInvitation(
          email,
          { team: organization.name, inviter: inviter.user.name, role },
          page(`/invitations/${id}`),
        ),
      ),
  };
}

type Invitation = {
  id: string;
  email: string;
  role: string;
  organization: { name: string };
  inviter: { user: Person };
};
