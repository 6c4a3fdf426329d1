/**
 * The names of an identity as getidentity prints them.
 * @param name its own label
 * @param parentPath labels of its parents up to and including the root, dot separated; empty for the root itself
 */
export function fullyQualifiedName(name: string, parentPath: string): string {
  return parentPath === '' ? `${name}@` : `${name}.${parentPath}@`;
}

/** As fullyQualifiedName, but a name of three labels or more goes without the root: "shop.alice@", yet "alice.VRSC@". */
export function friendlyName(name: string, parentPath: string): string {
  const root = parentPath.lastIndexOf('.');
  return fullyQualifiedName(name, root === -1 ? parentPath : parentPath.slice(0, root));
}
