import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '@ledgergraph/graph-kit/supergraph-manifest';
import { type Publication, type PublishedSubgraph, publication } from './published-subgraph.ts';

/** The published schemas: a folder with <subgraph>.graphql and <subgraph>.json for each, so that no two teams write one file. */
export class Registry {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** All of them, by name. @throws Error for a schema that is not the one that was published */
  async list(): Promise<PublishedSubgraph[]> {
    const files = await readdir(this.#dir).catch((): string[] => []);
    const names = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
    return Promise.all(names.sort().map((name) => this.#read(name)));
  }

  async write({ sdl, ...record }: PublishedSubgraph): Promise<void> {
    await mkdir(this.#dir, { recursive: true });
    await writeFile(this.#schemaFile(record.name), sdl);
    await writeFile(this.#recordFile(record.name), `${JSON.stringify(record, null, 2)}\n`);
  }

  async remove(name: string): Promise<void> {
    await rm(this.#recordFile(name));
    await rm(this.#schemaFile(name));
  }

  async #read(name: string): Promise<PublishedSubgraph> {
    const record: Publication = publication.parse(JSON.parse(await readFile(this.#recordFile(name), 'utf8')));
    const sdl = await readFile(this.#schemaFile(name), 'utf8');
    if (record.name !== name || sha256(sdl) !== record.sha256) {
      throw new Error(
        `${this.#schemaFile(name)} differs from the schema that team ${record.team} has published: it was edited by hand`,
      );
    }
    return { ...record, sdl };
  }

  #schemaFile(name: string): string {
    return join(this.#dir, `${name}.graphql`);
  }

  #recordFile(name: string): string {
    return join(this.#dir, `${name}.json`);
  }
}
