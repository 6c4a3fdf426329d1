import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const KEPT_SECONDS = 180 * 86_400;
const ID = /^[\w-]{22}$/;

/** Gives a device its own count of wrong guesses, so that strangers' guesses do not slow the owner down. The cookie grants no access. */
export class KnownDevices {
  readonly #key: Buffer;
  readonly #isSecure: boolean;

  /** @param publicUrl over HTTPS the cookie is marked as secure */
  constructor(sessionSecret: string, publicUrl: string) {
    this.#key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'known devices', 32));
    this.#isSecure = publicUrl.startsWith('https:');
  }

  idOf(cookies: string | null, email: string, now: Date): string | undefined {
    const name = this.#nameOf(email);
    for (const pair of (cookies ?? '').split(';')) {
      const [key = '', value = ''] = pair.trim().split('=');
      if (key !== name) continue;
      const [id = '', expires = '', mac = ''] = value.split('.');
      if (!ID.test(id) || !/^\d{1,12}$/.test(expires) || Number(expires) * 1_000 <= now.getTime()) continue;
      if (isSame(mac, this.#sign(email, id, expires))) return id;
    }
    return undefined;
  }

  cookieFor(email: string, now: Date, id = randomBytes(16).toString('base64url')): string {
    const expires = String(Math.floor(now.getTime() / 1_000) + KEPT_SECONDS);
    const value = `${id}.${expires}.${this.#sign(email, id, expires)}`;
    const secure = this.#isSecure ? '; Secure' : '';
    return `${this.#nameOf(email)}=${value}; Max-Age=${KEPT_SECONDS}; Path=/dashboard; HttpOnly; SameSite=Lax${secure}`;
  }

  /** Two people may share a device; a hash keeps the cookie from listing them. */
  #nameOf(email: string): string {
    const part = this.#mac(`name|${email.toLowerCase()}`).slice(0, 12);
    return `${this.#isSecure ? '__Secure-' : ''}ledgergraph.device-${part}`;
  }

  #sign(email: string, id: string, expires: string): string {
    return this.#mac(`device|${email.toLowerCase()}|${id}|${expires}`);
  }

  #mac(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
