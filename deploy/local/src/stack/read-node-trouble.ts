import { describeTrouble } from '#/stack/steps/describe-trouble.ts';
import { probeReadiness } from '#/stack/steps/probe-readiness.ts';
import type { StackContext } from './stack-context.ts';

const INDEXER = 'blocks-indexer';

/** Asks the process that follows the nodes why it cannot; nothing while it can, or is not there. */
export async function readNodeTrouble({ urls }: Pick<StackContext, 'urls'>): Promise<string[]> {
  const url = urls.get(INDEXER);
  return url === undefined ? [] : describeTrouble(INDEXER, await probeReadiness(`${url}/readyz`));
}
