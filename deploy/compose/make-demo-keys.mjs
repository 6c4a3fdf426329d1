// Runs in our image: makes a live and a test key unless keys of that name exist, and prints how to use them.
// The test key may send transactions, so that they can be tried.
// A key is shown once, when it is made; only its hash is kept.
import { execFileSync } from 'node:child_process';

const NAME = 'demo';
const keys = (...args) =>
  execFileSync(process.execPath, ['deploy/program/src/admin.ts', 'keys', ...args, '--json'], { encoding: 'utf8' });

const made = JSON.parse(keys('list')).filter(({ name, state }) => name.startsWith(NAME) && state === 'active');
for (const environment of ['live', 'test']) {
  const found = made.find(({ name }) => name === `${NAME} ${environment}`);
  if (found !== undefined) {
    console.log(`There is a ${environment} key named "${NAME} ${environment}"; it was printed when it was made.`);
    if (environment === 'test' && !found.maySend)
      console.log(`  It may not send transactions. Let it: keys allow-sending ${found.id}`);
    continue;
  }
  const permission = environment === 'test' ? ['--may-send'] : [];
  const { value: key } = JSON.parse(
    keys('create', `--${environment}`, '--name', `${NAME} ${environment}`, '--plan', 'unlimited', ...permission),
  );
  console.log(`${environment} key: ${key}`);
  console.log(
    `  curl ${process.env.PUBLIC_URL}/graphql -H 'authorization: Bearer ${key}' -H 'content-type: application/json' ` +
      `-d '{"query":"{ networks { name syncState { lastBlockHeight chainTipHeight } } }"}'`,
  );
}
