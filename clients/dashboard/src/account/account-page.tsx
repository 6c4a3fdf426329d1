import { Page } from '@ledgergraph/ui/layout/page.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

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
