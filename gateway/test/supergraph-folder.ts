import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST_FILE, SIGNATURE_FILE } from '@ledgergraph/graph-kit/supergraph-manifest';

export interface SupergraphContent {
  sdl: string;
  manifest?: Buffer;
  signature?: string;
}

/** Kubernetes mounts a ConfigMap so: one symbolic link names the folder with the files, and is turned at once. */
export class SupergraphFolder {
  readonly #dir: string;
  #version = 0;

  constructor(dir: string) {
    this.#dir = dir;
  }

  get file(): string {
    return join(this.#dir, 'supergraph.graphql');
  }

  async write({ sdl, manifest, signature }: SupergraphContent): Promise<void> {
    this.#version += 1;
    const version = `..version_${this.#version}`;
    await mkdir(join(this.#dir, version), { recursive: true });
    await writeFile(join(this.#dir, version, 'supergraph.graphql'), sdl);
    if (manifest !== undefined) await writeFile(join(this.#dir, version, MANIFEST_FILE), manifest);
    if (signature !== undefined) await writeFile(join(this.#dir, version, SIGNATURE_FILE), signature);
    await symlink(version, join(this.#dir, '..data_tmp'));
    await rename(join(this.#dir, '..data_tmp'), join(this.#dir, '..data'));
    if (this.#version === 1) {
      for (const name of ['supergraph.graphql', MANIFEST_FILE, SIGNATURE_FILE]) {
        await symlink(join('..data', name), join(this.#dir, name));
      }
    } else {
      await rm(join(this.#dir, `..version_${this.#version - 1}`), { recursive: true });
    }
  }
}
