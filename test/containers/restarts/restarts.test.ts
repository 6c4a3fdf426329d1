import { hosts } from '../stack/hosts.ts';
import { Load } from '../stack/load.ts';
import { readInstallation } from '../stack/shared-installation.ts';
import { waitUntilReady } from '../stack/start-installation.ts';

/** A subgraph whose database has just gone gives the last but one. */
const ALLOWED = [
  'no connection',
  'SUBGRAPH_UNAVAILABLE',
  'SUBGRAPH_TIMEOUT',
  'INTERNAL_SERVER_ERROR',
  'CHAIN_REORGANIZED',
];
const ANSWERS_AFTER = 20;

// Recorded nodes stand in for nodes that are not ours, and jobs have ended.
const NAMES = Object.keys(readInstallation().containers).filter(
  (name) => name !== 'nodes' && name !== 'migrate' && name !== 'demo-keys',
);

test('there are containers of every kind to kill', () => {
  expect(NAMES).toEqual(expect.arrayContaining(['postgres', 'nats', 'gateway', 'blocks-indexer', 'identities-api']));
});

test.each(NAMES)(
  'kill -9 and restart of %s under load: nothing wrong is answered, failures have a code of the contract, and all is back by itself',
  async (name) => {
    const { failures, wrong } = await Load.during(async (load) => {
      await hosts.kill(name);
      await hosts.start(name);
      await waitUntilReady(readInstallation().gatewayUrl);
      await load.waitForAnswers(ANSWERS_AFTER);
    });
    expect(wrong).toEqual([]);
    expect(Object.keys(failures).filter((code) => !ALLOWED.includes(code))).toEqual([]);
  },
);
