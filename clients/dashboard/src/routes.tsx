import { FullPageLoader } from '@ledgergraph/ui/feedback/full-page.tsx';
import { BrokenPage } from '@ledgergraph/ui/layout/broken-page.tsx';
import { createBrowserRouter } from 'react-router';
import { RequireSession } from '#/session/require-session.tsx';
import { HomePage } from '#/teams/home-page.tsx';
import { WithTeam } from '#/teams/team-context.tsx';

/** Every page's address. Each comes in a file of its own, when it is first gone to. */
export function createRouter() {
  return createBrowserRouter(
    [
      {
        ErrorBoundary: BrokenPage,
        HydrateFallback: FullPageLoader,
        children: [
          {
            lazy: async () => ({ Component: (await import('#/auth-pages/auth-layout.tsx')).AuthLayout }),
            children: [
              {
                path: 'sign-in',
                lazy: async () => ({ Component: (await import('#/auth-pages/sign-in-page.tsx')).SignInPage }),
              },
              {
                path: 'sign-up',
                lazy: async () => ({ Component: (await import('#/auth-pages/sign-up-page.tsx')).SignUpPage }),
              },
              {
                path: 'forgot-password',
                lazy: async () => ({
                  Component: (await import('#/auth-pages/forgot-password-page.tsx')).ForgotPasswordPage,
                }),
              },
              {
                path: 'reset-password',
                lazy: async () => ({
                  Component: (await import('#/auth-pages/reset-password-page.tsx')).ResetPasswordPage,
                }),
              },
              {
                path: 'invitations/:invitation',
                lazy: async () => ({ Component: (await import('#/auth-pages/invitation-page.tsx')).InvitationPage }),
              },
            ],
          },
          {
            Component: RequireSession,
            children: [
              {
                lazy: async () => ({ Component: (await import('#/shell/shell.tsx')).Shell }),
                children: [
                  { index: true, Component: HomePage },
                  {
                    path: 'teams/:team',
                    Component: WithTeam,
                    children: [
                      {
                        path: 'keys',
                        lazy: async () => ({ Component: (await import('#/keys/keys-page.tsx')).KeysPage }),
                      },
                      {
                        path: 'quick-start',
                        lazy: async () => ({
                          Component: (await import('#/quick-start/quick-start-page.tsx')).QuickStartPage,
                        }),
                      },
                      {
                        path: 'usage',
                        lazy: async () => ({ Component: (await import('#/usage/usage-page.tsx')).UsagePage }),
                      },
                      {
                        path: 'webhooks',
                        lazy: async () => ({
                          Component: (await import('#/webhooks/webhooks-page.tsx')).WebhooksPage,
                        }),
                      },
                      {
                        path: 'webhooks/:webhook',
                        lazy: async () => ({ Component: (await import('#/webhooks/webhook-page.tsx')).WebhookPage }),
                      },
                      {
                        path: 'members',
                        lazy: async () => ({ Component: (await import('#/team/team-page.tsx')).TeamPage }),
                      },
                      {
                        path: 'audit',
                        lazy: async () => ({ Component: (await import('#/audit/audit-page.tsx')).AuditPage }),
                      },
                    ],
                  },
                  {
                    path: 'networks',
                    lazy: async () => ({ Component: (await import('#/networks/networks-page.tsx')).NetworksPage }),
                  },
                  {
                    path: 'account',
                    lazy: async () => ({ Component: (await import('#/account/account-page.tsx')).AccountPage }),
                  },
                  {
                    path: '*',
                    lazy: async () => ({
                      Component: (await import('@ledgergraph/ui/layout/missing-page.tsx')).MissingPage,
                    }),
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
    { basename: '/dashboard' },
  );
}
