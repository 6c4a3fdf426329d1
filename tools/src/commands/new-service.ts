import { inRepository } from '@ledgergraph/local/repository';
import { listServices } from '@ledgergraph/local/services';
import { addComposeEntries } from '#/new-service/compose-entries.ts';
import { installWorkspace } from '#/new-service/install-workspace.ts';
import { addLines } from '#/new-service/service-lines.ts';
import { readServiceName } from '#/new-service/service-name.ts';
import { writeService } from '#/new-service/write-service.ts';

const USAGE = 'Usage: npm run new-service -- <name>   (a to z and 0 to 9, beginning with a letter, such as fees)';

/** `npm run new-service -- <name>`. Returns the exit code. */
export async function newService(args: string[]): Promise<number> {
  const name = readServiceName(args, listServices());
  if ('fault' in name) {
    process.stderr.write(`${name.fault}\n${USAGE}\n`);
    return 2;
  }
  const files = await writeService(name.name, inRepository('services', name.name));
  const edited = await addLines(name.name, inRepository());
  const composed = await addComposeEntries(name.name, inRepository());
  await installWorkspace(name.name);
  process.stdout.write(`Wrote services/${name.name} (${files} files), and its line in ${edited.join(' and in ')}.\n`);
  process.stdout.write(`Its containers and what Prometheus asks of them: ${composed.join(' and ')}.\n`);
  process.stdout.write('What comes next: docs/add-a-service.md\n');
  return 0;
}
