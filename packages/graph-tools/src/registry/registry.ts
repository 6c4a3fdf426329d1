import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '@ledgergraph/graph-kit/supergraph-manifest';
import { readBlob } from './git-blobs.ts';
import { type CandidateSubgraph, type Publication, type PublishedSubgraph, publication } from './published-subgraph.ts';

/**
 * A folder with <subgraph>.json for each, so that no two teams write one file. The text is that of the schema's own file in this
 * repository, as published; of another repository it is <subgraph>.graphql.
 */
export class Registry {
  readonly #dir: string;
  readonly #readWorking: () => Promise<readonly CandidateSubgraph[]>;

  constructor(dir: string, readWorking: () => Promise<readonly CandidateSubgraph[]>) {
    this.#dir = dir;
    this.#readWorking = readWorking;
  }

  /** By name. @throws Error for a schema that is not the one that was published */
  async list(): Promise<PublishedSubgraph[]> {
    const files = await readdir(this.#dir).catch((): string[] => []);
    const names = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
    return Promise.all(names.sort().map((name) => this.#read(name)));
  }

  async write({ sdl, ...record }: PublishedSubgraph): Promise<void> {
    await mkdir(this.#dir, { recursive: true });
    if (record.gitBlob === undefined) await writeFile(this.#schemaFile(record.name), sdl);
    else await rm(this.#schemaFile(record.name), { force: true });
    await writeFile(this.#recordFile(record.name), `${JSON.stringify(record, null, 2)}\n`);
  }

  async remove(name: string): Promise<void> {
    await rm(this.#recordFile(name));
    await rm(this.#schemaFile(name), { force: true });
  }

  async #read(name: string): Promise<PublishedSubgraph> {
    const record: Publication = publication.parse(JSON.parse(await readFile(this.#recordFile(name), 'utf8')));
    const sdl = await this.#readText(name, record);
    if (record.name !== name || sha256(sdl) !== record.sha256) {
      throw new Error(
        `${this.#schemaFile(name)} differs from the schema that team ${record.team} has published: it was edited by hand`,
      );
    }
    return { ...record, sdl };
  }

  async #readText(name: string, { team, version, gitBlob, sha256: published }: Publication): Promise<string> {
    if (gitBlob === undefined) return readFile(this.#schemaFile(name), 'utf8');
    const working = (await this.#readWorking()).find((subgraph) => subgraph.name === name);
    if (working !== undefined && sha256(working.sdl) === published) return working.sdl;
    return readBlob(gitBlob).catch((cause: unknown) => {
      const what = `version ${version} of ${name}, which team ${team} has published`;
      throw new Error(`this clone lacks ${what}: commit it with its record, or git fetch --unshallow`, { cause });
    });
  }

  #schemaFile(name: string): string {
    return join(this.#dir, `${name}.graphql`);
  }

  #recordFile(name: string): string {
    return join(this.#dir, `${name}.json`);
  }
}
