type Path = readonly (string | number)[];

const NAMES = /[A-Za-z_]\w*/g;

export function namesIn(source = ''): ReadonlySet<string> {
  return new Set(source.match(NAMES));
}

/** Up to the first step that the operation does not name: a subgraph could put anything there. */
export function pathWithin(names: ReadonlySet<string>, path: Path): Path {
  const foreign = path.findIndex((step) => typeof step === 'string' && !names.has(step));
  return foreign === -1 ? path : path.slice(0, foreign);
}
