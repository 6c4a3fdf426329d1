type Members = Record<string, unknown>;

/**
 * Merges a subgraph's answer object by object. Only own members count and are made: neither an alias nor a subgraph's JSON reaches what
 * objects inherit.
 * @throws TypeError where the shapes contradict each other
 */
export function mergeAnswer(target: Members, source: Members): void {
  for (const name of Object.keys(source)) {
    const value = source[name];
    if (value === undefined) continue;
    const known = Object.hasOwn(target, name) ? target[name] : undefined;
    if (known && isObject(value)) mergeAnswer(known as Members, value);
    else if (Array.isArray(value) && Array.isArray(known) && value.length === known.length) mergeLists(known, value);
    else setOwn(target, name, value);
  }
}

function mergeLists(target: unknown[], source: readonly unknown[]): void {
  for (const [index, value] of source.entries()) {
    const known = target[index];
    if (isObject(known) && isObject(value)) mergeAnswer(known, value);
    else target[index] = value;
  }
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function setOwn(target: Members, name: string, value: unknown): void {
  // The one name whose assignment changes the prototype.
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[name] = value;
  }
}
