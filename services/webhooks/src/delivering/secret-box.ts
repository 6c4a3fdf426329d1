import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps signing secrets from whoever reads the database. */
export interface SecretBox {
  seal(secret: string): Uint8Array<ArrayBuffer>;
  /** @throws Error if no key opens it */
  open(sealed: Uint8Array): string;
}

/** @param setting keys divided by commas: the first encrypts, each decrypts */
export function createSecretBox(setting: string): SecretBox {
  const keys = setting
    .split(',')
    .map((key) => new Uint8Array(hkdfSync('sha256', key.trim(), '', 'webhook signing secrets', 32)));
  const [first] = keys;
  if (first === undefined) throw new Error('a secret box without a key');
  return {
    seal: (secret) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first, nonce);
      return new Uint8Array(Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]));
    },
    open: (sealed) => {
      for (const key of keys) {
        const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES));
        decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
        try {
          return Buffer.concat([
            decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)),
            decipher.final(),
          ]).toString();
        } catch {}
      }
      throw new Error('no key of WEBHOOK_SECRET_KEY opens the secret of an endpoint');
    },
  };
}
