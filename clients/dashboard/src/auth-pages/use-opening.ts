import { useMutation } from '@tanstack/react-query';
import { useEnter } from './use-enter.ts';

/** The step after signing in or up. */
export interface Opening {
  /** Begins it, or tries again. */
  open: () => void;
  /** True from the first try until the dashboard is there. */
  isOpening: boolean;
  isPending: boolean;
  error: Error | null;
}

/** Opens the dashboard for whoever has just signed in. If this fails, the sign-in before it has still succeeded. */
export function useOpening(): Opening {
  const enter = useEnter();
  const { mutate, isIdle, isPending, error } = useMutation({ mutationFn: () => enter() });
  return { open: () => mutate(), isOpening: !isIdle, isPending, error };
}
