import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { composeSupergraph } from './compose-supergraph.ts';
import { readSubgraphs } from './read-subgraphs.ts';

// npm run compose: with --check it writes nothing and fails on drift.

const repository = new URL('../../../../', import.meta.url);
const list = fileURLToPath(new URL('gateway/supergraph.yaml', repository));

const { supergraphSdl, apiSdl, hints } = composeSupergraph(await readSubgraphs(list));
for (const hint of hints) process.stdout.write(`hint: ${hint}\n`);

const outputs = [
  { name: 'gateway/supergraph.graphql', text: supergraphSdl },
  { name: 'docs/api.graphql', text: apiSdl },
].map((output) => ({ ...output, file: new URL(output.name, repository) }));

if (process.argv.includes('--check')) {
  const texts = await Promise.all(outputs.map(({ file }) => readFile(file, 'utf8').catch(() => '')));
  const drifted = outputs.filter(({ text }, index) => texts[index] !== text);
  for (const { name } of drifted) process.stdout.write(`${name} is not what the subgraphs' schemas compose to\n`);
  if (drifted.length > 0) {
    process.stdout.write('Run: npm run compose\n');
    process.exitCode = 1;
  }
} else {
  for (const { name, file, text } of outputs) {
    await writeFile(file, text);
    process.stdout.write(`wrote ${name}\n`);
  }
}
