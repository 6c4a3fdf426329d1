import { isSignedOut } from '@ledgergraph/dashboard-api/api-error';
import { FullPageFailure, FullPageLoader } from '@ledgergraph/ui/feedback/full-page.tsx';
import { Navigate, Outlet, useLocation } from 'react-router';
import { withReturn } from './return-path.ts';
import { MeContext, useSession } from './use-me.ts';

/** Pages below it are for those who are signed in; others are sent to sign in, and come back here. */
export function RequireSession() {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (isSignedOut(session.error)) return <Navigate to={withReturn('/sign-in', `${pathname}${search}`)} replace />;
  if (session.data !== undefined) {
    return (
      <MeContext value={session.data}>
        <Outlet />
      </MeContext>
    );
  }
  if (session.error !== null) {
    return <FullPageFailure error={session.error} onRetry={() => session.refetch()} isRetrying={session.isFetching} />;
  }
  return <FullPageLoader />;
}
