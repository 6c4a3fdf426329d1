/** By the hash itself: one that is kept is asked for again and again. */
const cacheIds = new WeakMap<Uint8Array, string>();

/** Returns the text by which a key's hash is known in maps. */
export function cacheId(keyHash: Uint8Array): string {
  const known = cacheIds.get(keyHash);
  if (known !== undefined) return known;
  const id = Buffer.from(keyHash).toString('base64url');
  cacheIds.set(keyHash, id);
  return id;
}
