import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { askAuth } from './ask-auth.ts';
import { authClient } from './auth-client.ts';
import { useHeldKey } from './held-key.tsx';

/** Also forgets everything this tab knows of the user. */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { forget } = useHeldKey();
  return useMutation({
    mutationFn: async (scope: 'here' | 'everywhere') => {
      // Includes this session.
      if (scope === 'everywhere') await askAuth(() => authClient.revokeSessions());
      else await askAuth(() => authClient.signOut());
    },
    onSuccess: () => {
      forget();
      client.clear();
      navigate('/sign-in', { replace: true });
    },
  });
}
