import { isSignedOut } from '@ledgergraph/dashboard-api/api-error';
import { FullPageFailure, FullPageLoader } from '@ledgergraph/ui/feedback/full-page.tsx';
import { Navigate, Outlet, useLocation } from 'react-router';
import { withReturn } from './return-path.ts';
import { MeContext, useSession } from './use-me.ts';

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
