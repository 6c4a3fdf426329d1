type Path = (string | number)[];

interface Body {
  errors?: { path?: Path; message?: string }[];
}

/**
 * A body with its errors sorted by the fields that they name. Both executors list the errors of fetches that run at the same time in the order
 * in which the answers come: neither promises an order.
 */
export function withErrorsInOneOrder(text: string): string {
  const body = JSON.parse(text) as Body;
  const place = ({ path, message }: { path?: Path; message?: string }): string =>
    JSON.stringify([path?.filter((step) => typeof step === 'string'), message]);
  body.errors?.sort((one, other) => Number(place(one) > place(other)) - Number(place(one) < place(other)));
  return JSON.stringify(body);
}

/**
 * The one difference to the stock executor. It counts the entities that a fetch asked for where it should count the places they stand at, so that past
 * an entity that lacks a required member, and therefore is not asked for, its errors name a place before the right one.
 *
 * @returns the stock executor's body with our paths in the errors that differ in this way alone; any other difference stays in it
 */
export function withPathsPastLeftOutEntities(stockBody: string, ownBody: string): string {
  const [stock, own] = [JSON.parse(stockBody) as Body, JSON.parse(ownBody) as Body];
  for (const [index, error] of (stock.errors ?? []).entries()) {
    const path = own.errors?.[index]?.path;
    if (path !== undefined && error.path !== undefined && isEarlierPlace(error.path, path)) error.path = path;
  }
  return JSON.stringify(stock);
}

/** True if a path has the same names as another, and the first list index that differs is smaller. */
function isEarlierPlace(path: Path, other: Path): boolean {
  if (path.length !== other.length) return false;
  if (path.some((step, index) => typeof step === 'string' && step !== other[index])) return false;
  const differing = path.findIndex((step, index) => step !== other[index]);
  return differing >= 0 && Number(path[differing]) < Number(other[differing]);
}

/**
 * Compares the bodies of one operation by both executors.
 * @returns the path of the first difference that is not listed above; undefined where all are listed
 */
export function differenceOf(stockBody: string, ownBody: string): Path | undefined {
  if (stockBody === ownBody) return undefined;
  const [stock, own] = [withErrorsInOneOrder(stockBody), withErrorsInOneOrder(ownBody)];
  const others = withPathsPastLeftOutEntities(stock, own);
  return others === own ? undefined : firstDifference(JSON.parse(others), JSON.parse(own));
}

/** @returns the empty path where members differ in nothing but their order, too */
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
