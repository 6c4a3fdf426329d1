export interface StateSource<Key, State> {
  /** Text that names a key. */
  name(key: Key): string;
  /** States that need not be asked for, by name. */
  known: { get(name: string): State | undefined };
  /** Whether no row can say anything of a key. */
  isNew(key: Key): boolean;
  /** Reads states; each names its key by its index, those that are not there are missing. */
  find(keys: readonly Key[]): Promise<readonly (State & { keyIndex: number })[]>;
  /** The state of what is not there. */
  none: State;
}

/** The state of every key, by its name: known, new, or read with one query. */
export async function loadStates<Key, State extends object>(
  keys: readonly Key[],
  { name, known, isNew, find, none }: StateSource<Key, State>,
): Promise<Map<string, State>> {
  const states = new Map<string, State>();
  const unknown: Key[] = [];
  for (const key of keys) {
    const state = isNew(key) ? none : known.get(name(key));
    states.set(name(key), state ?? none);
    if (state === undefined) unknown.push(key);
  }
  for (const state of await find(unknown)) {
    const key = unknown[state.keyIndex];
    if (key !== undefined) states.set(name(key), state);
  }
  return states;
}
