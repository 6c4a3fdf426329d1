import { createBrowserRouter } from 'react-router';
import { FullPageLoader } from '#web/feedback/full-page.tsx';
import { BrokenPage } from '#web/layout/broken-page.tsx';
import { RequireSession } from '#web/session/require-session.tsx';
import { HomePage } from '#web/teams/home-page.tsx';
import { WithTeam } from '#web/teams/team-context.tsx';

/** Every page's address. Each comes in a file of its own, when it is first gone to. */
export function createRouter() {
  return createBrowserRouter(
    [
      {
        ErrorBoundary: BrokenPage,
        HydrateFallback: FullPageLoader,
        children: [
          {
            lazy: async () => ({ Component: (await import('#web/auth-pages/auth-layout.tsx')).AuthLayout }),
            children: [
              {
                path: 'sign-in',
                lazy: async () => ({ Component: (await import('#web/auth-pages/sign-in-page.tsx')).SignInPage }),
              },
              {
                path: 'sign-up',
                lazy: async () => ({ Component: (await import('#web/auth-pages/sign-up-page.tsx')).SignUpPage }),
              },
              {
                path: 'forgot-password',
                lazy: async () => ({
                  Component: (await import('#web/auth-pages/forgot-password-page.tsx')).ForgotPasswordPage,
                }),
              },
              {
                path: 'reset-password',
                lazy: async () => ({
                  Component: (await import('#web/auth-pages/reset-password-page.tsx')).ResetPasswordPage,
                }),
              },
              {
                path: 'invitations/:invitation',
                lazy: async () => ({ Component: (await import('#web/auth-pages/invitation-page.tsx')).InvitationPage }),
              },
            ],
          },
          {
            Component: RequireSession,
            children: [
              {
                lazy: async () => ({ Component: (await import('#web/shell/shell.tsx')).Shell }),
                children: [
                  { index: true, Component: HomePage },
                  {
                    path: 'teams/:team',
                    Component: WithTeam,
                    children: [
                      {
                        path: 'keys',
                        lazy: async () => ({ Component: (await import('#web/keys/keys-page.tsx')).KeysPage }),
                      },
                      {
                        path: 'quick-start',
                        lazy: async () => ({
                          Component: (await import('#web/quick-start/quick-start-page.tsx')).QuickStartPage,
                        }),
                      },
                      {
                        path: 'usage',
                        lazy: async () => ({ Component: (await import('#web/usage/usage-page.tsx')).UsagePage }),
                      },
                      {
                        path: 'webhooks',
                        lazy: async () => ({
                          Component: (await import('#web/webhooks/webhooks-page.tsx')).WebhooksPage,
                        }),
                      },
                      {
                        path: 'webhooks/:webhook',
                        lazy: async () => ({ Component: (await import('#web/webhooks/webhook-page.tsx')).WebhookPage }),
                      },
                      {
                        path: 'members',
                        lazy: async () => ({ Component: (await import('#web/team/team-page.tsx')).TeamPage }),
                      },
                      {
                        path: 'audit',
                        lazy: async () => ({ Component: (await import('#web/audit/audit-page.tsx')).AuditPage }),
                      },
                    ],
                  },
                  {
                    path: 'networks',
                    lazy: async () => ({ Component: (await import('#web/networks/networks-page.tsx')).NetworksPage }),
                  },
                  {
                    path: 'account',
                    lazy: async () => ({ Component: (await import('#web/account/account-page.tsx')).AccountPage }),
                  },
                  {
                    path: '*',
                    lazy: async () => ({ Component: (await import('#web/layout/missing-page.tsx')).MissingPage }),
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
