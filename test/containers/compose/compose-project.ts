import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { inRepository } from '@ledgergraph/local/repository';

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const COMMAND_TIMEOUT_MS = 900_000;
/** A container that has not ended by then waits for names that are gone. */
const STOP_SECONDS = 10;
const ENDPOINTS = '{{range .Containers}}{{println .Name}}{{end}}';

/** Run by Compose's own command, under a project name and on a port of its own. */
export class ComposeProject {
  readonly gatewayUrl: string;
  readonly #command: readonly string[];
  readonly #dir: string;
  readonly #port: number;
  readonly #name = `ledgergraph-${randomBytes(4).toString('hex')}`;
  readonly #profiles: readonly string[];

  private constructor(command: readonly string[], dir: string, port: number, profiles: readonly string[]) {
    this.#command = command;
    this.#profiles = profiles;
    this.#dir = dir;
    this.#port = port;
    this.gatewayUrl = `http://127.0.0.1:${port}`;
  }

  /** @param profiles in place of those of .env */
  static async create(command: readonly string[], profiles: readonly string[] = []): Promise<ComposeProject> {
    const dir = await mkdtemp(join(tmpdir(), 'ledgergraph-compose-'));
    // The script writes beside itself, where a developer may have settings.
    for (const file of ['.env.example', 'deploy/compose/write-env.sh']) await cp(inRepository(file), join(dir, file));
    await run('sh', [join(dir, 'deploy', 'compose', 'write-env.sh')]);
    return new ComposeProject(command, dir, await findFreePort(), profiles);
  }

  async up(): Promise<void> {
    await this.#compose('up', '--detach');
  }

  async down(...flags: string[]): Promise<void> {
    const down = () => this.#compose('down', '--timeout', String(STOP_SECONDS), ...flags);
    await down().catch(async (error: unknown) => {
      if (!String(error).includes('has active endpoints')) throw error;
      await this.#dropEndpoints();
      await down();
    });
  }

  logs(service: string): Promise<string> {
    return this.#compose('logs', '--no-color', service);
  }

  async list(): Promise<{ containers: string[]; networks: string[]; volumes: string[] }> {
    const label = `label=com.docker.compose.project=${this.#name}`;
    const read = async (...args: string[]): Promise<string[]> => {
      const { stdout } = await run('docker', [...args, '--filter', label]);
      return stdout.split('\n').filter((line) => line !== '');
    };
    return {
      containers: await read('ps', '--all', '--format', '{{.Names}}'),
      networks: await read('network', 'ls', '--format', '{{.Name}}'),
      volumes: await read('volume', 'ls', '--format', '{{.Name}}'),
    };
  }

  async remove(): Promise<void> {
    await this.down('--volumes');
    await rm(this.#dir, { recursive: true, force: true });
  }

  /** On a busy machine the engine may keep endpoints of containers that are gone. */
  async #dropEndpoints(): Promise<void> {
    for (const network of (await this.list()).networks) {
      const { stdout } = await run('docker', ['network', 'inspect', '--format', ENDPOINTS, network]);
      for (const name of stdout.split('\n').filter((line) => line !== ''))
        await run('docker', ['network', 'disconnect', '--force', network, name]);
    }
  }

  async #compose(...args: string[]): Promise<string> {
    const [program = '', ...first] = this.#command;
    const files = ['--file', inRepository('docker-compose.yml'), '--env-file', join(this.#dir, '.env')];
    const env = {
      ...process.env,
      LEDGERGRAPH_NODES_ENV: join(this.#dir, 'nodes.env'),
      LEDGERGRAPH_PORT: String(this.#port),
      PUBLIC_URL: this.gatewayUrl,
    };
    const profiles = this.#profiles.flatMap((profile) => ['--profile', profile]);
    const { stdout } = await run(program, [...first, ...files, ...profiles, '--project-name', this.#name, ...args], {
      env,
      timeout: COMMAND_TIMEOUT_MS,
      maxBuffer: OUTPUT_BYTES_MAX,
    });
    return stdout;
  }
}
