import { FullPageLoader } from '@ledgergraph/ui/feedback/full-page.tsx';
import { BrokenPage } from '@ledgergraph/ui/layout/broken-page.tsx';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { RequireSession } from '#/session/require-session.tsx';
import { HomePage } from '#/teams/home-page.tsx';
import { WithTeam } from '#/teams/team-context.tsx';

/** Each page's code is a separate file that is loaded on its first visit. */
function page(path: string, load: () => Promise<RouteObject['Component']>): RouteObject {
  return { path, lazy: async () => ({ Component: await load() }) };
}

const ENTRANCE: RouteObject = {
  lazy: async () => ({ Component: (await import('#/auth-pages/auth-layout.tsx')).AuthLayout }),
  children: [
    page('sign-in', async () => (await import('#/auth-pages/sign-in-page.tsx')).SignInPage),
    page('sign-up', async () => (await import('#/auth-pages/sign-up-page.tsx')).SignUpPage),
    page('forgot-password', async () => (await import('#/auth-pages/forgot-password-page.tsx')).ForgotPasswordPage),
    page('reset-password', async () => (await import('#/auth-pages/reset-password-page.tsx')).ResetPasswordPage),
    page('invitations/:invitation', async () => (await import('#/auth-pages/invitation-page.tsx')).InvitationPage),
  ],
};

const OF_A_TEAM: RouteObject = {
  path: 'teams/:team',
  Component: WithTeam,
  children: [
    page('keys', async () => (await import('#/keys/keys-page.tsx')).KeysPage),
    page('quick-start', async () => (await import('#/quick-start/quick-start-page.tsx')).QuickStartPage),
    page('download', async () => (await import('#/download/download-page.tsx')).DownloadPage),
    page('usage', async () => (await import('#/usage/usage-page.tsx')).UsagePage),
    page('webhooks', async () => (await import('#/webhooks/webhooks-page.tsx')).WebhooksPage),
    page('webhooks/:webhook', async () => (await import('#/webhooks/webhook-page.tsx')).WebhookPage),
    page('members', async () => (await import('#/team/team-page.tsx')).TeamPage),
    page('audit', async () => (await import('#/audit/audit-page.tsx')).AuditPage),
  ],
};

const SIGNED_IN: RouteObject = {
  Component: RequireSession,
  children: [
    {
      lazy: async () => ({ Component: (await import('#/shell/shell.tsx')).Shell }),
      children: [
        { index: true, Component: HomePage },
        OF_A_TEAM,
        page('networks', async () => (await import('#/networks/networks-page.tsx')).NetworksPage),
        page('account', async () => (await import('#/account/account-page.tsx')).AccountPage),
        page('*', async () => (await import('@ledgergraph/ui/layout/missing-page.tsx')).MissingPage),
      ],
    },
  ],
};

export function createRouter() {
  const root = { ErrorBoundary: BrokenPage, HydrateFallback: FullPageLoader, children: [ENTRANCE, SIGNED_IN] };
  return createBrowserRouter([root], { basename: '/dashboard' });
}
