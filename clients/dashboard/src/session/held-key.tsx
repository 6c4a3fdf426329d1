import type { Key } from '@ledgergraph/dashboard-api/contract';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';

export type Environment = Key['environment'];

/** A key whose full value this tab still has. */
export interface HeldKey {
  teamId: string;
  environment: Environment;
  value: string;
}

interface HeldKeys {
  /** The one held for a team and an environment. */
  find: (teamId: string, environment: Environment) => string | undefined;
  hold: (key: HeldKey) => void;
  forget: () => void;
}

/** Session-storage name of the key that the explorer at /graphql uses; it shares this tab's session storage. */
const EXPLORER_KEY = 'ledgergraph-api-key';

const HeldKeyContext = createContext<HeldKeys | undefined>(undefined);

/**
 * Keeps the values of keys made or pasted here, so that the quick start can show them ready to run. In memory only: a reload, signing
 * out and closing the tab forget them. The explorer, once it is opened, keeps its key in this tab until it is closed.
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

/** Hands a key to the explorer without putting it into an address, where it would be logged. */
export function handToExplorer(value: string): void {
  sessionStorage.setItem(EXPLORER_KEY, value);
}
