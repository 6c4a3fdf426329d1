import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { imageName, TESTED_TEAM } from '@ledgergraph/tools/containers/images';
import { getContainerRuntimeClient } from 'testcontainers';
import { hosts } from '../stack/hosts.ts';
import { Load } from '../stack/load.ts';
import { readCompose } from '../stack/read-compose.ts';
import { readInstallation } from '../stack/shared-installation.ts';
import { start } from '../stack/start-installation.ts';

const NAME = `${TESTED_TEAM}-api`;
const ROUNDS = 2;
const ANSWERS_BETWEEN = 20;
const CALLERS = 8;

let running = NAME;
afterAll(async () => {
  // The first container answers again before the other goes, for the tests that come next.
  if (running !== NAME) {
    await hosts.start(NAME);
    await waitUntilHealthy(readInstallation().containers[NAME] ?? NAME);
    await hosts.remove(running);
  }
});

test('a subgraph’s containers are replaced one after another under load, by the team’s own image, and no request fails', async () => {
  const { network, variables } = readInstallation();
  const service = readCompose(variables).get(NAME);
  if (service === undefined) throw new Error(`docker-compose.yml names no ${NAME}`);
  const outcome = await Load.during(async (load) => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await load.waitForAnswers(ANSWERS_BETWEEN);
      const old = running;
      running = await start({ name: network }, NAME, { ...service, image: imageName(TESTED_TEAM) });
      await waitUntilHealthy(running);
      expect(await hosts.stop(old)).toBe(0);
      await load.waitForAnswers(ANSWERS_BETWEEN);
      if (old !== NAME) await hosts.remove(old);
    }
  }, CALLERS);
  expect(outcome).toMatchObject({ failures: {}, wrong: [] });
});

/** The probe runs inside it, as an orchestrator's would. */
async function waitUntilHealthy(id: string): Promise<void> {
  const client = await getContainerRuntimeClient();
  const check = ['env', 'HEALTH_PATH=/readyz', 'node', '/app/deploy/images/healthcheck.mjs'];
  await waitFor(
    async () => {
      const { exitCode, output } = await client.container.exec(client.container.getById(id), check);
      if (exitCode !== 0) throw new Error(output);
      return true;
    },
    { what: 'the new container to be ready' },
  );
}
