import { isSignedOut, isTransient } from '@ledgergraph/dashboard-api/api-error';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ME } from './query-keys.ts';

const TRIES_MAX = 3;

/** A response with the code SIGNED_OUT makes the whole page load the session again. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isSignedOut(error) && query.queryKey[0] !== ME[0]) void client.invalidateQueries({ queryKey: ME });
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isSignedOut(error)) void client.invalidateQueries({ queryKey: ME });
      },
    }),
    defaultOptions: {
      queries: {
        // A machine's own network works even if the browser considers itself offline.
        networkMode: 'always',
        staleTime: 5_000,
        retry: (failures, error) => isTransient(error) && failures < TRIES_MAX - 1,
        retryDelay: (failures) => 400 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
