import { keyOf } from '#/flows/place.ts';

export interface Deposit {
  txid: string;
  vout: number;
  systemId: string;
  amounts: ReadonlyMap<string, bigint>;
}

export interface LockTotal {
  locked: bigint;
  /** Includes exports that have arrived. */
  exported: bigint;
}

export interface LockState {
  deposits: Map<string, Deposit>;
  totals: Map<string, LockTotal>;
}

export interface LockBlock {
  height: number;
  made: readonly Deposit[];
  spent: readonly { txid: string; vout: number }[];
  exported: readonly { systemId: string; amounts: ReadonlyMap<string, bigint> }[];
}

export interface LockRows {
  deposits: (Deposit & { height: number })[];
  spends: { txid: string; vout: number; spentHeight: number }[];
  totals: ({ systemId: string; currencyId: string; height: number } & LockTotal)[];
  /** Currencies that a system has for the first time. */
  members: { systemId: string; currencyId: string; height: number }[];
}

/** @param state after the block before these; it is moved on */
export function addLocks(state: LockState, blocks: readonly LockBlock[]): LockRows {
  const rows: LockRows = { deposits: [], spends: [], totals: [], members: [] };
  for (const block of blocks) addBlock(rows, state, block);
  return rows;
}

function addBlock(rows: LockRows, state: LockState, { height, made, spent, exported }: LockBlock): void {
  const touched = new Map<string, { systemId: string; currencyId: string }>();
  const add = (systemId: string, amounts: ReadonlyMap<string, bigint>, part: keyof LockTotal, sign: bigint): void => {
    for (const [currencyId, amount] of amounts) {
      if (amount === 0n) continue;
      const key = totalKey({ systemId, currencyId });
      const before = state.totals.get(key);
      if (before === undefined) rows.members.push({ systemId, currencyId, height });
      const total = before ?? { locked: 0n, exported: 0n };
      state.totals.set(key, { ...total, [part]: total[part] + sign * amount });
      touched.set(key, { systemId, currencyId });
    }
  };
  for (const deposit of made) {
    state.deposits.set(keyOf(deposit), deposit);
    rows.deposits.push({ ...deposit, height });
    add(deposit.systemId, deposit.amounts, 'locked', 1n);
  }
  for (const outpoint of spent) {
    const deposit = state.deposits.get(keyOf(outpoint));
    if (deposit === undefined) continue;
    state.deposits.delete(keyOf(outpoint));
    rows.spends.push({ ...outpoint, spentHeight: height });
    add(deposit.systemId, deposit.amounts, 'locked', -1n);
  }
  for (const { systemId, amounts } of exported) add(systemId, amounts, 'exported', 1n);
  for (const [key, member] of touched) rows.totals.push({ ...member, height, ...totalOf(state, key) });
}

function totalOf({ totals }: LockState, key: string): LockTotal {
  return totals.get(key) ?? { locked: 0n, exported: 0n };
}

export function totalKey({ systemId, currencyId }: { systemId: string; currencyId: string }): string {
  return `${systemId} ${currencyId}`;
}
