import type { GraphQLFormattedError } from 'graphql';

type Path = readonly (string | number)[];

interface Answer {
  data?: unknown;
  errors?: GraphQLFormattedError[];
}

/**
 * Moves the errors that Apollo's executor reports at the wrong element of a list: it counts the entities of the fetch
 * among all that stand at the path, also those of other types that the fetch leaves out. Ours counts the right ones.
 * @returns the stock executor's body with our places, if nothing but such an index differs and ours leads to a null;
 * else the body as it is
 */
export function withRightPlaces(stock: string, own: string): string {
  const [theirs, ours] = [JSON.parse(stock) as Answer, JSON.parse(own) as Answer];
  const errors = theirs.errors?.map((error, index) => {
    const path = ours.errors?.[index]?.path;
    const isTheSame = error.path === undefined || path === undefined || !differsInIndexOnly(error.path, path);
    return isTheSame || !leadsToNull(ours.data, path) ? error : { ...error, path };
  });
  return `${JSON.stringify({ ...(errors && { errors }), ...withoutErrors(theirs) })}\n`;
}

function withoutErrors({ errors: _, ...rest }: Answer): object {
  return rest;
}

function differsInIndexOnly(one: Path, other: Path): boolean {
  const isIndex = (step: unknown): boolean => typeof step === 'number';
  return (
    one.length === other.length &&
    one.every((step, index) => step === other[index] || (isIndex(step) && isIndex(other[index])))
  );
}

/** True if the path ends at a null, or meets one on its way. */
function leadsToNull(data: unknown, path: Path): boolean {
  let value = data;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) break;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value === null || value === undefined;
}
