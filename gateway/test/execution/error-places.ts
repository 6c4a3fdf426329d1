import type { GraphQLFormattedError } from 'graphql';

type Path = readonly (string | number)[];

interface Answer {
  data?: unknown;
  errors?: GraphQLFormattedError[];
}

/** The stock executor counts entities of other types too. @returns its body with our places, if only such an index differs */
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

function leadsToNull(data: unknown, path: Path): boolean {
  let value = data;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) break;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value === null || value === undefined;
}
