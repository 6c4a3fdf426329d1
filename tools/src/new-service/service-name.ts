/** Fits a package, a database, an environment variable and a GraphQL field. */
const NAME = /^[a-z][a-z0-9]{1,30}$/;

/** A fault is returned as words. */
export function readServiceName(
  args: readonly string[],
  taken: readonly string[],
): { name: string } | { fault: string } {
  const [name] = args;
  if (name === undefined || args.length > 1) return { fault: 'One name is wanted.' };
  if (!NAME.test(name)) return { fault: `"${name}" cannot be the name of a service.` };
  if (taken.includes(name)) return { fault: `services/${name} is there already.` };
  return { name };
}
