// Inside the image's build: `node main.ts <workspaces> <folder>`. Imports Node's own modules only.

import { inRepository } from '@ledgergraph/local/repository';
import { gatherWorkspaces } from './gather-workspaces.ts';

const [workspaces, out] = process.argv.slice(2);
if (!workspaces || !out) {
  process.stderr.write('Usage: main.ts <all, or workspaces such as "services/blocks gateway"> <folder>\n');
  process.exit(2);
}
gatherWorkspaces(inRepository(), workspaces, out);
