/** A total was to be changed before its stored value was loaded: it would begin at zero again. */
export class NotLoadedError extends Error {
  override name = 'NotLoadedError';
  constructor() {
    super('a state was moved on before it was loaded');
  }
}

/** @throws NotLoadedError */
export function loaded<State>(state: State | undefined): State {
  if (state === undefined) throw new NotLoadedError();
  return state;
}
