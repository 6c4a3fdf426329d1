import { passkeyClient } from '@better-auth/passkey/client';
import { AUTH_PATH } from '@ledgergraph/dashboard-api/page-path';
import { secondsOf } from '@ledgergraph/dashboard-api/request';
import { createAuthClient } from 'better-auth/client';
import { organizationClient } from 'better-auth/client/plugins';

/** The library's errors have no headers, so the time to wait goes into the body. */
async function fetchWithWait(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  if (response.status !== 429) return response;
  const body: unknown = await response.json().catch(() => ({}));
  const retryAfter = secondsOf(response.headers.get('retry-after'));
  return Response.json({ ...(body as object), retryAfter }, { status: 429 });
}

export const authClient = createAuthClient({
  basePath: AUTH_PATH,
  fetchOptions: { customFetchImpl: fetchWithWait },
  plugins: [organizationClient(), passkeyClient()],
});
