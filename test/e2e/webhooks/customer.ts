import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inRepository } from '@ledgergraph/local/repository';
import type { Untyped } from '@ledgergraph/test-kit/client';
import type { Receiver } from './receiver.ts';

export const CLI = inRepository('deploy', 'program', 'src', 'main.ts');
const ADMIN = inRepository('deploy', 'program', 'src', 'admin.ts');
const EMAIL = 'shell@example.org';
export const PASSWORD = 'seven lemons in a row';

/** Has nothing of the installation. */
export class Customer {
  readonly configFolder: string;
  readonly #gatewayUrl: string;

  private constructor(gatewayUrl: string, configFolder: string) {
    this.#gatewayUrl = gatewayUrl;
    this.configFolder = configFolder;
  }

  static async signUp(gatewayUrl: string, dataDir: string): Promise<Customer> {
    const customer = new Customer(gatewayUrl, await mkdtemp(join(tmpdir(), 'ledgergraph-cli-')));
    const response = await fetch(`${gatewayUrl}/dashboard/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: gatewayUrl },
      body: JSON.stringify({ name: 'Shell', email: EMAIL, password: PASSWORD }),
    });
    expect(response.status).toBe(200);
    await customer.ledgergraph(['login', EMAIL], `${PASSWORD}\n`);
    const [, slug = ''] = /^(\S+) .* owner, plan free$/m.exec(await customer.ledgergraph(['whoami'])) ?? [];
    await promisify(execFile)(process.execPath, [ADMIN, '--data', dataDir, 'teams', 'set-plan', slug, 'pro']);
    return customer;
  }

  get environment(): Record<string, string> {
    return { LEDGERGRAPH_URL: this.#gatewayUrl, XDG_CONFIG_HOME: this.configFolder };
  }

  async ledgergraph(args: string[], stdin = ''): Promise<string> {
    const running = promisify(execFile)(process.execPath, [CLI, ...args], { env: this.environment });
    running.child.stdin?.end(stdin);
    return (await running).stdout;
  }

  async webhooks(...args: string[]): Promise<Untyped> {
    return JSON.parse(await this.ledgergraph(['webhooks', ...args, '--json']));
  }

  /** The receiver then takes only this secret. Returns the id. */
  async createWebhook(receiver: Receiver, path: string, ...source: string[]): Promise<string> {
    const { id, secret } = await this.webhooks('create', '--url', `${receiver.url}${path}`, ...source);
    receiver.expectSecret(path, secret);
    return id;
  }

  removeFolder(): Promise<void> {
    return rm(this.configFolder, { recursive: true, force: true });
  }
}
