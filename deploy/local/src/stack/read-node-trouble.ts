import { describeTrouble } from '#/stack/steps/describe-trouble.ts';
import { probeReadiness } from '#/stack/steps/probe-readiness.ts';
import type { StackContext } from './stack-context.ts';

const INDEXER = 'blocks-indexer';

/** Empty while the nodes can be followed, or the process is away. */
export async function readNodeTrouble({ urls }: Pick<StackContext, 'urls'>): Promise<string[]> {
  const url = urls.get(INDEXER);
  return url === undefined ? [] : describeTrouble(INDEXER, await probeReadiness(`${url}/readyz`));
}
