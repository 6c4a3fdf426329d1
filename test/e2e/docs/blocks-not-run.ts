export interface BlockNotRun {
  page: string;
  language: string;
  begins: string;
  reason: string;
  runBy?: string;
}

const OPERATOR = 'needs a cluster, or the databases of an operator';

/** Everything else is executed. */
export const BLOCKS_NOT_RUN: readonly BlockNotRun[] = [
  {
    page: 'README.md',
    language: 'sh',
    begins:
      'npm start     # installs (a few minutes), then runs everything on three demo chains; blocks arrive until Ctrl-C',
    reason: 'starts a stack of its own',
    runBy: 'test/e2e/start-and-stop/start-and-stop.test.ts',
  },
  {
    page: 'README.md',
    language: 'sh',
    begins:
      'cp networks.example.yaml networks.yaml     # name your chains and nodes; user and password come from the environment',
    reason: 'needs a node of the reader',
  },
  ...[
    ['sh', 'npm run new-service -- fees'],
    ['sh', 'npm run migration -- fees init'],
    ['sh', 'npm run compose'],
    ['sh', 'npm run check'],
    ['sh', 'npm start -- --from end'],
    ['graphql', '{'],
  ].map(([language = '', begins = '']) => ({
    page: 'docs/add-a-service.md',
    language,
    begins,
    reason: 'changes the repository, or asks for what the change adds',
    runBy: 'test/e2e/add-a-service/add-a-service.test.ts',
  })),
  {
    page: 'docs/benchmarks.md',
    language: 'sh',
    begins: 'npm run bench                               # all benchmarks, five rounds',
    reason: 'takes hours of a quiet machine',
  },
  {
    page: 'docs/benchmarks.md',
    language: 'sh',
    begins: 'npm run experiment -- --only <name> --set parameter=value',
    reason: 'takes minutes to hours, and runs installations of its own',
  },
  {
    page: 'docs/guarantees.md',
    language: 'sh',
    begins: 'npm run fault -- --seeds 500             # the kept seeds, and 500',
    reason: 'takes hours, and runs installations of its own',
  },
  {
    page: 'docs/per-team-deployment.md',
    language: 'sh',
    begins: '# 1. In your branch: edit services/addresses/schema.graphql and its resolvers, then',
    reason: OPERATOR,
    runBy: 'test/contracts/per-team-deployment.test.ts',
  },
  {
    page: 'docs/operating.md',
    language: 'sh',
    begins: 'deploy/k8s/deploy.sh prod blocks       # one team; teams in any order',
    reason: OPERATOR,
  },
  {
    page: 'docs/operating.md',
    language: 'sh',
    begins: 'export ACCOUNTS_DATABASE_URL=postgresql://…/accounts',
    reason: OPERATOR,
    runBy: 'packages/service-kit/test/backup.test.ts',
  },
  ...[
    'openssl genpkey -algorithm ed25519 -out snapshot-key.pem       # once; keep it secret',
    'npx ledgergraph snapshot verify https://snapshots.example.org/vrsc-4000000 --public-key snapshot-public.pem',
    'npx ledgergraph snapshot load snapshots/vrsc-4000000 --public-key snapshot-public.pem --deep',
  ].map((begins) => ({
    page: 'docs/snapshots.md',
    language: 'sh',
    begins,
    reason: OPERATOR,
    runBy: 'test/contracts/snapshots/interrupted-load.test.ts',
  })),
  {
    page: 'docs/pending.md',
    language: 'graphql',
    begins: 'mutation ($hex: String!) { sendTransaction(hex: $hex) { txid state isNew } }',
    reason: 'hex is a transaction that the reader has signed',
    runBy: 'test/e2e/wallet/wallet.test.ts',
  },
  ...['// resuming.js', '// over-web-socket.js', '// over-server-sent-events.js'].map((begins) => ({
    page: 'docs/live.md',
    language: 'js',
    begins,
    reason: 'is a module that the program below it imports',
    runBy: 'test/fault/resume/resume.test.ts',
  })),
  ...[
    'scalars.js',
    'codegen.js',
    'write-api-types.js',
    'apollo-cache.js',
    'urql-cache.js',
    'apollo-client.js',
    'urql-client.js',
  ].map((file) => ({
    page: 'docs/clients.md',
    language: 'js',
    begins: `// ${file}`,
    reason: 'is a module that a program of the reader imports',
    runBy: 'test/e2e/docs/clients.ts',
  })),
  {
    page: 'docs/clients.md',
    language: 'sh',
    begins: 'npx graphql-codegen',
    reason: 'runs in the folder of the printed files',
    runBy: 'test/e2e/docs/client-types.ts',
  },
];
