import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRepository } from '@ledgergraph/local/repository';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { Receiver } from '../webhooks/receiver.ts';

const PERSON = 'ann@example.org';
const PASSWORD = 'seven lemons in a row';
/** The gateway of `npm start`, and a program of the reader. */
const GATEWAY = /(?:127\.0\.0\.1|localhost):4000/g;
const READER = /(?:127\.0\.0\.1|localhost):3000/g;

/** As for a reader of the docs: the stack of `npm start` at its first block, and a program that receives webhooks. */
export class Demo {
  readonly stack: TestStack;
  readonly receiver = new Receiver();
  readonly folder: string;

  private constructor(stack: TestStack, folder: string) {
    this.stack = stack;
    this.folder = folder;
  }

  static async start(): Promise<Demo> {
    const stack = await startTestStack({ from: 'demo', pool: true });
    const demo = new Demo(stack, await mkdtemp(join(tmpdir(), 'ledgergraph-docs-')));
    await symlink(inRepository('node_modules'), join(demo.folder, 'node_modules'));
    await symlink(stack.address.dataDir, join(demo.folder, '.ledgergraph'));
    await writeFile(join(demo.folder, 'package.json'), '{"type": "module", "private": true}');
    await mkdir(join(demo.folder, '.config'));
    await demo.receiver.open();
    await demo.#signUp();
    // Transactions of the next block are pending only after a step.
    await demo.advance();
    return demo;
  }

  /** As after `export KEY=…`. */
  get environment(): NodeJS.ProcessEnv {
    const { gatewayUrl, keys } = this.stack.address;
    return {
      ...process.env,
      // graphql-codegen prints nothing in a shell that runs tests.
      NODE_ENV: undefined,
      KEY: keys.test,
      XDG_CONFIG_HOME: join(this.folder, '.config'),
      LEDGERGRAPH_URL: gatewayUrl,
    };
  }

  get typed(): string {
    return `${PASSWORD}\n`;
  }

  /** Nothing else of the text changes. */
  atThisAddress(text: string): string {
    const { host } = new URL(this.stack.address.gatewayUrl);
    return text.replaceAll(GATEWAY, host).replaceAll(READER, new URL(this.receiver.url).host);
  }

  async advance(): Promise<void> {
    await this.stack.waitForTip('test', await this.stack.node('vrsctest-a').advance());
  }

  async stop(): Promise<void> {
    this.receiver.close();
    await this.stack.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #signUp(): Promise<void> {
    const { gatewayUrl } = this.stack.address;
    const response = await fetch(`${gatewayUrl}/dashboard/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: gatewayUrl },
      body: JSON.stringify({ name: 'Ann', email: PERSON, password: PASSWORD }),
    });
    if (!response.ok) throw new Error(`no account for ${PERSON}: ${await response.text()}`);
  }
}
