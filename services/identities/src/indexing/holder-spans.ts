import type { IdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import type { HolderRole, HolderRow, IdentityRows } from '#/db/tables.ts';

/** A span opens with the first revision that names the holder and ends with the first that does not. */
export class HolderSpans {
  readonly #rows: Pick<IdentityRows, 'holders' | 'closedHolders'>;
  /** Open spans of this run. Those of earlier runs are not loaded: their end is an update. */
  readonly #running = new Map<string, HolderRow>();

  constructor(rows: Pick<IdentityRows, 'holders' | 'closedHolders'>) {
    this.#rows = rows;
  }

  take(
    previous: IdentityState | null,
    next: IdentityState,
    place: { version: number; height: number; ordinal: number },
  ): void {
    const { version, height, ordinal } = place;
    const identityAddress = next.identityAddress;
    const before = previous === null ? new Map<string, [HolderRole, string]>() : holdersOf(previous);
    const after = holdersOf(next);
    for (const [key, [role, holder]] of before) {
      if (!after.has(key)) this.#close(identityAddress, role, holder, height);
    }
    for (const [key, [role, holder]] of after) {
      if (before.has(key)) continue;
      const row: HolderRow = {
        identityAddress,
        role,
        holder,
        fromVersion: version,
        fromHeight: height,
        toHeight: null,
        ordinal,
      };
      this.#rows.holders.push(row);
      this.#running.set(`${identityAddress} ${key}`, row);
    }
  }

  #close(identityAddress: string, role: HolderRole, holder: string, height: number): void {
    const key = `${identityAddress} ${holderKey(role, holder)}`;
    const running = this.#running.get(key);
    if (running === undefined) {
      this.#rows.closedHolders.push({ identityAddress, role, holder, toHeight: height });
    } else {
      running.toHeight = height;
      this.#running.delete(key);
    }
  }
}

function holderKey(role: HolderRole, holder: string): string {
  return `${role} ${holder}`;
}

function holdersOf(state: IdentityState): Map<string, [HolderRole, string]> {
  const holders = new Map<string, [HolderRole, string]>();
  const add = (role: HolderRole, holder: string | null): void => {
    if (holder !== null) holders.set(holderKey(role, holder), [role, holder]);
  };
  for (const address of state.primaryAddresses) add('PRIMARY', address);
  add('REVOCATION', state.revocationAuthority);
  add('RECOVERY', state.recoveryAuthority);
  return holders;
}
