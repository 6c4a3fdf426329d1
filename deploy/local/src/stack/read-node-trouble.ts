import type { StackContext } from './stack-context.ts';
import { describeTrouble } from './steps/describe-trouble.ts';
import { probeReadiness } from './steps/probe-readiness.ts';

const INDEXER = 'blocks-indexer';

/** Asks the process that follows the nodes why it cannot; nothing while it can, or is not there. */
export async function readNodeTrouble({ urls }: Pick<StackContext, 'urls'>): Promise<string[]> {
  const url = urls.get(INDEXER);
  return url === undefined ? [] : describeTrouble(INDEXER, await probeReadiness(`${url}/readyz`));
}
