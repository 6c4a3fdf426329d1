type Path = (string | number)[];

/** Without nulls. @throws Error where a subgraph answered a list for an object, or the reverse */
export function entitiesAt(data: unknown, path: readonly string[]): unknown[] {
  const entities: unknown[] = [];
  collect(data, path, 0, entities);
  return entities;
}

function collect(value: unknown, path: readonly string[], depth: number, into: unknown[]): void {
  if (value === null || value === undefined) return;
  const step = path[depth];
  if (step === undefined) {
    if (!Array.isArray(value)) into.push(value);
    else for (const element of value) if (element !== null) into.push(element);
  } else if (step === '@') {
    if (!Array.isArray(value)) throw new Error('an object where the plan has a list');
    for (const element of value) collect(element, path, depth + 1, into);
  } else {
    if (Array.isArray(value)) throw new Error('a list where the plan has an object');
    if (Object.hasOwn(value, step)) collect((value as Record<string, unknown>)[step], path, depth + 1, into);
  }
}

/** In the order of `entitiesAt`; needed only for errors. */
export function placesAt(data: unknown, path: readonly string[]): Path[] {
  const places: Path[] = [];
  const walk = (value: unknown, depth: number, at: Path): void => {
    if (value === null || value === undefined) return;
    const step = path[depth];
    if (step === undefined) {
      if (!Array.isArray(value)) places.push(at);
      else for (const [index, element] of value.entries()) if (element !== null) places.push([...at, index]);
    } else if (step === '@') {
      for (const [index, element] of (value as unknown[]).entries()) walk(element, depth + 1, [...at, index]);
    } else if (Object.hasOwn(value, step)) {
      walk((value as Record<string, unknown>)[step], depth + 1, [...at, step]);
    }
  };
  walk(data, 0, []);
  return places;
}
