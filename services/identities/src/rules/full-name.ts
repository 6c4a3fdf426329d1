/** As getidentity prints it. @param parentPath labels of the parents up to and including the root, dot separated; empty for the root */
export function fullyQualifiedName(name: string, parentPath: string): string {
  return parentPath === '' ? `${name}@` : `${name}.${parentPath}@`;
}

/** As fullyQualifiedName, but names of three labels or more omit the root: "shop.alice@", yet "alice.VRSC@". */
export function friendlyName(name: string, parentPath: string): string {
  const root = parentPath.lastIndexOf('.');
  return fullyQualifiedName(name, root === -1 ? parentPath : parentPath.slice(0, root));
}
