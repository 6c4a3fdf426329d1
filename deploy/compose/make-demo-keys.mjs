// Runs in the accounts image: makes a live and a test key unless keys of that name exist, and prints how to use them.
// A key is shown once, when it is made; only its hash is kept.
import { execFileSync } from 'node:child_process';

const NAME = 'demo';
const keys = (...args) =>
  execFileSync(process.execPath, ['src/cli.ts', 'keys', ...args, '--json'], { encoding: 'utf8' });

const made = JSON.parse(keys('list')).filter(({ name, state }) => name.startsWith(NAME) && state === 'active');
for (const environment of ['live', 'test']) {
  if (made.some(({ name }) => name === `${NAME} ${environment}`)) {
    console.log(`There is a ${environment} key named "${NAME} ${environment}"; it was printed when it was made.`);
    continue;
  }
  const { key } = JSON.parse(
    keys('create', `--${environment}`, '--name', `${NAME} ${environment}`, '--plan', 'unlimited'),
  );
  console.log(`${environment} key: ${key}`);
  console.log(
    `  curl ${process.env.PUBLIC_URL}/graphql -H 'authorization: Bearer ${key}' -H 'content-type: application/json' ` +
      `-d '{"query":"{ networks { name syncState { lastBlockHeight chainTipHeight } } }"}'`,
  );
}
