import { AsyncLocalStorage } from 'node:async_hooks';

export type PasswordHashing = {
  hash: (password: string) => Promise<string>;
  verify: (kept: { hash: string; password: string }) => Promise<boolean>;
};

/** Hashes a password early, because the auth library hashes while its transaction holds a connection. */
export class EarlyHash {
  readonly #hash: PasswordHashing['hash'];
  readonly #ready = new AsyncLocalStorage<{ password: string; hash: string }>();

  constructor(hash: PasswordHashing['hash']) {
    this.#hash = hash;
  }

  async ahead<Result>(password: string, work: () => Promise<Result>): Promise<Result> {
    const hash = await this.#hash(password);
    return this.#ready.run({ password, hash }, work);
  }

  readonly hash = async (password: string): Promise<string> => {
    const ready = this.#ready.getStore();
    return ready?.password === password ? ready.hash : this.#hash(password);
  };
}
