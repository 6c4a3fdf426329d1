import type { Key } from '@ledgergraph/dashboard-api/contract';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';

export type Environment = Key['environment'];

export interface HeldKey {
  teamId: string;
  environment: Environment;
  value: string;
}

interface HeldKeys {
  find: (teamId: string, environment: Environment) => string | undefined;
  hold: (key: HeldKey) => void;
  forget: () => void;
}

/** Session-storage name that the explorer at /graphql also uses. */
const EXPLORER_KEY = 'ledgergraph-api-key';

const HeldKeyContext = createContext<HeldKeys | undefined>(undefined);

/**
 * In memory only: a reload, signing out and closing the tab forget the keys. The opened explorer keeps its key until the tab is closed.
 */
export function HeldKeyProvider({ children }: { children: ReactNode }) {
  const [keys, setKeys] = useState<HeldKey[]>([]);
  const held = useMemo<HeldKeys>(
    () => ({
      find: (teamId, environment) =>
        keys.find((key) => key.teamId === teamId && key.environment === environment)?.value,
      hold: (key) =>
        setKeys((others) => [
          key,
          ...others.filter(({ teamId, environment }) => teamId !== key.teamId || environment !== key.environment),
        ]),
      forget: () => {
        setKeys([]);
        sessionStorage.removeItem(EXPLORER_KEY);
      },
    }),
    [keys],
  );
  return <HeldKeyContext value={held}>{children}</HeldKeyContext>;
}

export function useHeldKey(): HeldKeys {
  const held = use(HeldKeyContext);
  if (held === undefined) throw new Error('useHeldKey outside of HeldKeyProvider');
  return held;
}

/** Not in an address, where the key would be logged. */
export function handToExplorer(value: string): void {
  sessionStorage.setItem(EXPLORER_KEY, value);
}
