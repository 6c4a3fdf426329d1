type Path = (string | number)[];

interface Body {
  errors?: { path?: Path; message?: string }[];
}

/** Both executors list errors of parallel fetches in the order of the answers, which neither promises. */
export function withErrorsInOneOrder(text: string): string {
  const body = JSON.parse(text) as Body;
  const place = ({ path, message }: { path?: Path; message?: string }): string =>
    JSON.stringify([path?.filter((step) => typeof step === 'string'), message]);
  body.errors?.sort((one, other) => Number(place(one) > place(other)) - Number(place(one) < place(other)));
  return JSON.stringify(body);
}

/**
 * The one difference to the stock executor: it counts the entities that a fetch asked for instead of their places, so that past an
 * entity without a required member, which is not asked for, errors name a place too early.
 * @returns the stock body with our paths in the errors that differ in this way alone
 */
export function withPathsPastLeftOutEntities(stockBody: string, ownBody: string): string {
  const [stock, own] = [JSON.parse(stockBody) as Body, JSON.parse(ownBody) as Body];
  for (const [index, error] of (stock.errors ?? []).entries()) {
    const path = own.errors?.[index]?.path;
    if (path !== undefined && error.path !== undefined && isEarlierPlace(error.path, path)) error.path = path;
  }
  return JSON.stringify(stock);
}

/** The same names, and a smaller first differing list index. */
function isEarlierPlace(path: Path, other: Path): boolean {
  if (path.length !== other.length) return false;
  if (path.some((step, index) => typeof step === 'string' && step !== other[index])) return false;
  const differing = path.findIndex((step, index) => step !== other[index]);
  return differing >= 0 && Number(path[differing]) < Number(other[differing]);
}

/** @returns the path of the first difference that is not listed above; undefined: none */
export function differenceOf(stockBody: string, ownBody: string): Path | undefined {
  if (stockBody === ownBody) return undefined;
  const [stock, own] = [withErrorsInOneOrder(stockBody), withErrorsInOneOrder(ownBody)];
  const others = withPathsPastLeftOutEntities(stock, own);
  return others === own ? undefined : firstDifference(JSON.parse(others), JSON.parse(own));
}

/** @returns the empty path where only the order of members differs */
function firstDifference(one: unknown, other: unknown): Path {
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return [];
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    if (JSON.stringify(one[name]) === JSON.stringify(other[name])) continue;
    return [Array.isArray(one) ? Number(name) : name, ...firstDifference(one[name], other[name])];
  }
  return [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
