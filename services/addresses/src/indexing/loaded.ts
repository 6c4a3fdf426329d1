/** A total would begin at zero again because its stored value was not loaded. */
export class NotLoadedError extends Error {
  override name = 'NotLoadedError';
  constructor() {
    super('a state was moved on before it was loaded');
  }
}

export function loaded<State>(state: State | undefined): State {
  if (state === undefined) throw new NotLoadedError();
  return state;
}
