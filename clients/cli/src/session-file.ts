import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '@ledgergraph/dashboard-api/output';

export interface StoredSession {
  email: string;
  /** The holder of this header acts as the person until the session ends. */
  cookie: string;
}

/** Sessions by the origin of the API. Only the user can read the file. */
export class SessionFile {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get path(): string {
    return join(this.#folder, 'sessions.json');
  }

  async find(origin: string): Promise<StoredSession | undefined> {
    return (await this.#read())[origin];
  }

  async store(origin: string, session: StoredSession | undefined): Promise<void> {
    const { [origin]: _earlier, ...others } = await this.#read();
    const sessions = session === undefined ? others : { ...others, [origin]: session };
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // A new file replaces the earlier one, so that its mode is right from the first byte.
    const aside = `${this.path}.${randomUUID()}`;
    await writeFile(aside, JSON.stringify(sessions, null, 2), { mode: 0o600, flag: 'wx' });
    await rename(aside, this.path);
  }

  async #read(): Promise<Record<string, StoredSession>> {
    try {
      return JSON.parse(await readFile(this.path, 'utf8')) as Record<string, StoredSession>;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw new CommandError(`${this.path} cannot be read. Remove it, and sign in again.`);
    }
  }
}
