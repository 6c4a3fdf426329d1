import { getContainerRuntimeClient } from 'testcontainers';
import { readInstallation } from './shared-installation.ts';

/** By the name in docker-compose.yml, or by Docker's id. */
export const hosts = {
  async kill(name: string): Promise<void> {
    await (await find(name)).kill({ signal: 'SIGKILL' });
  },

  async start(name: string): Promise<void> {
    await (await find(name)).start();
  },

  /** Returns the exit code: 0 where it ended in order. */
  async stop(name: string): Promise<number> {
    const container = await find(name);
    await container.stop({ t: STOP_SECONDS });
    return (await container.inspect()).State.ExitCode;
  },

  async remove(name: string): Promise<void> {
    await (await find(name)).remove({ force: true, v: true });
  },

  /** It runs on without its cable. Returns the function that plugs it in again. */
  async cutOff(name: string): Promise<() => Promise<void>> {
    const container = await find(name);
    const { network: networkName } = readInstallation();
    const network = (await getContainerRuntimeClient()).network.getById(networkName);
    const address = (await container.inspect()).NetworkSettings.Networks[networkName]?.IPAddress;
    await network.disconnect({ Container: container.id, Force: true });
    return async () => {
      const place = { Aliases: [name], IPAMConfig: { IPv4Address: address } };
      await network.connect({ Container: container.id, EndpointConfig: place });
    };
  },

  /** Runs `npx ledgergraph-admin` in the accounts' container, and returns the JSON it prints. */
  async ledgergraph(...args: string[]): Promise<unknown> {
    const client = await getContainerRuntimeClient();
    const command = ['node', 'deploy/program/src/admin.ts', ...args, '--json'];
    const { output, exitCode } = await client.container.exec(await find('accounts-api'), command);
    if (exitCode !== 0) throw new Error(`ledgergraph ${args.join(' ')}: ${output}`);
    return JSON.parse(output.slice(output.search(/[[{]/)));
  },
};

const STOP_SECONDS = 60;

async function find(name: string) {
  const client = await getContainerRuntimeClient();
  return client.container.getById(readInstallation().containers[name] ?? name);
}
