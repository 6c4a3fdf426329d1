import type { Me } from '@ledgergraph/dashboard-api/contract';
import { request } from '@ledgergraph/dashboard-api/request';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { ME } from '#/api/query-keys.ts';
import { returnPath } from '#/session/return-path.ts';

/** Loads the new session, then goes where the visitor was heading. @throws ApiError where the session does not hold */
export function useEnter(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  return async () => {
    await client.cancelQueries();
    client.clear();
    client.setQueryData(ME, await request<Me>('/me'));
    navigate(returnPath(search), { replace: true });
  };
}
