// Inside the image's build: `node main.ts <workspace> <folder>`. Imports Node's own modules only.

import { inRepository } from '@ledgergraph/local/repository';
import { gatherWorkspace } from './gather-workspace.ts';

const [workspace, out] = process.argv.slice(2);
if (!workspace || !out) {
  process.stderr.write(
    'Usage: main.ts <workspace, such as services/blocks> <folder>; set the build argument WORKSPACE\n',
  );
  process.exit(2);
}
gatherWorkspace(inRepository(), workspace, out);
