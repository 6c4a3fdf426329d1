import { useMutation } from '@tanstack/react-query';
import { useEnter } from './use-enter.ts';

export interface Opening {
  open: () => void;
  isOpening: boolean;
  isPending: boolean;
  error: Error | null;
}

/** If this fails, the sign-in before it has still succeeded. */
export function useOpening(): Opening {
  const enter = useEnter();
  const { mutate, isIdle, isPending, error } = useMutation({ mutationFn: () => enter() });
  return { open: () => mutate(), isOpening: !isIdle, isPending, error };
}
