import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';

const PEM_BLOCK = /-----BEGIN [A-Z ]+-----[\s\S]+?-----END [A-Z ]+-----/g;

/** Several while one is being replaced. @throws Error for a text without a key, and for a key that is not Ed25519 */
export function readPublicKeys(pem: string): KeyObject[] {
  const keys = Array.from(pem.match(PEM_BLOCK) ?? [], (block) => ed25519(createPublicKey(block)));
  if (keys.length === 0) throw new Error('there is no public key in PEM form');
  return keys;
}

/** @throws Error when it is not an Ed25519 private key in PEM form */
export function readPrivateKey(pem: string): KeyObject {
  return ed25519(createPrivateKey(pem));
}

/** PEM texts. */
export function createKeyPair(): { privateKey: string; publicKey: string } {
  return generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

/** Base64 text with a line's end. */
export function signBytes(bytes: Uint8Array, privateKey: KeyObject): string {
  return `${sign(null, bytes, privateKey).toString('base64')}\n`;
}

/** Never throws, whatever a signature file holds. */
export function isSignedBy(bytes: Uint8Array, signature: string, publicKeys: readonly KeyObject[]): boolean {
  const decoded = Buffer.from(signature.trim(), 'base64');
  return publicKeys.some((key) => verify(null, bytes, key, decoded));
}

function ed25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`not an Ed25519 key but ${key.asymmetricKeyType}`);
  return key;
}
