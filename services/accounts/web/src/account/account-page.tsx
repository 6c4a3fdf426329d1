import { PasskeysCard } from '#web/account/passkeys-card.tsx';
import { PasswordCard } from '#web/account/password-card.tsx';
import { ProfileCard } from '#web/account/profile-card.tsx';
import { SessionsCard } from '#web/account/sessions-card.tsx';
import { Page } from '#web/layout/page.tsx';

/** What belongs to the person and no team. */
export function AccountPage() {
  return (
    <Page title="Account" intro="Your name, how you sign in, and where you are signed in.">
      <ProfileCard />
      <PasswordCard />
      <PasskeysCard />
      <SessionsCard />
    </Page>
  );
}
