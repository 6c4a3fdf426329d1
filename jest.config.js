// One configuration for every suite; `--selectProjects unit service e2e` picks.
const common = {
  rootDir: import.meta.dirname,
  // Node imports the files itself, TypeScript as written, and a worker's files share their modules. A file that leaves something open fails:
  // Jest has to exit by itself.
  runtime: '<rootDir>/test/kit/src/jest/native-runtime.ts',
  testEnvironment: '<rootDir>/test/kit/src/jest/closing-environment.ts',
  transform: {},
  modulePathIgnorePatterns: ['/\\.ledgergraph/'],
};

// One Postgres server for all projects of a run that need it.
const withDatabaseServer = {
  globalSetup: '<rootDir>/test/kit/src/database-server-setup.ts',
  globalTeardown: '<rootDir>/test/kit/src/database-server-teardown.ts',
};

// Where a run shares one installation, part of it lives in Jest's own process, and what a file opens looks the same as what the
// installation opens. There a run that does not exit by itself fails as a whole.
const withSharedInstallation = { testEnvironment: '<rootDir>/test/kit/src/jest/native-environment.ts' };

// The promises of README to a newcomer, end to end. `npm test` runs these, and `npm test -- --rest` the other files of test/e2e.
const stories = [
  'dashboard/first-query',
  'docs/docs',
  'keys/keys',
  'lists/exports',
  'live/live',
  'quotas/quotas',
  'wallet/wallet',
  'webhooks/webhooks',
].map((story) => `test/e2e/${story}.test.ts`);
const onSharedStack = {
  ...withSharedInstallation,
  globalSetup: '<rootDir>/test/kit/src/shared-stack-setup.ts',
  globalTeardown: '<rootDir>/test/kit/src/shared-stack-teardown.ts',
};

// Faults of one service: processes that are killed, and database servers that stop or hang.
const faultsOfServices = ['services/blocks/test/chain-databases.test.ts', 'services/webhooks/test/kills.test.ts'];

// Starts installations of its own as faults do, and runs beside them: the lane of e2e is the longer one.
const besideFaults = ['test/e2e/remove-a-service/remove-a-service.test.ts'];

const workspaces = '{packages/*,services/*,clients/*,gateway,proto-schemas,deploy/*,test/kit,test/generators,tools}';

export default {
  // Only a hang takes this long: no guarantee is about speed, and no test has a limit of its own. `waitFor` names what did not come.
  testTimeout: 1_200_000,
  // A worker that is done frees its memory first, which takes longer than Jest's half second on a busy machine. One that is still there
  // after this has something open, and `npm test` fails.
  workerGracefulExitTimeout: 30_000,
  // A worker keeps all modules that its files have imported, and what these hold; one above this ends after its file, and another takes
  // its place. With one worker, Jest runs the files itself, and only without this.
  ...(process.argv.includes('--maxWorkers') && { workerIdleMemoryLimit: '800MB' }),
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: [`<rootDir>/${workspaces}/src/**/*.test.ts`, '<rootDir>/test/{bench,experiments}/**/*.test.ts'],
    },
    {
      ...common,
      ...withDatabaseServer,
      displayName: 'service',
      testMatch: [`<rootDir>/${workspaces}/test/**/*.test.ts`],
      testPathIgnorePatterns: faultsOfServices.map((file) => `/${file}$`),
    },
    {
      ...common,
      ...withDatabaseServer,
      displayName: 'contracts',
      testMatch: ['<rootDir>/test/contracts/**/*.test.ts'],
    },
    { ...common, ...onSharedStack, displayName: 'stories', testMatch: stories.map((story) => `<rootDir>/${story}`) },
    {
      ...common,
      ...onSharedStack,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
      testPathIgnorePatterns: [...stories, ...besideFaults].map((file) => `/${file}$`),
    },
    // All files share one installation in containers; `npm test -- --selectProjects containers` finds the engine and builds the images.
    {
      ...common,
      ...withSharedInstallation,
      globalSetup: '<rootDir>/test/containers/stack/setup.ts',
      globalTeardown: '<rootDir>/test/containers/stack/teardown.ts',
      displayName: 'containers',
      testMatch: ['<rootDir>/test/containers/**/*.test.ts'],
    },
    // Peers that keep no rule, against every listener of an installation of the file's own.
    { ...common, displayName: 'abuse', testMatch: ['<rootDir>/test/abuse/**/*.test.ts'] },
    // Each file runs an installation of its own, real processes and all.
    {
      ...common,
      ...withDatabaseServer,
      displayName: 'fault',
      testMatch: [
        '<rootDir>/test/fault/**/*.test.ts',
        ...[...faultsOfServices, ...besideFaults].map((file) => `<rootDir>/${file}`),
      ],
    },
  ],
};
