import { setTimeout as wait } from 'node:timers/promises';
import { type NetworkSync, readSync } from '#/stack/read-sync.ts';
import type { StackContext } from '#/stack/stack-context.ts';
import { StackError } from '#/stack/stack-error.ts';
import { describeFailure } from './describe-log.ts';
import { describeTrouble } from './describe-trouble.ts';
import { News } from './news.ts';
import { describeUnreachable, isReady, probeReadiness } from './probe-readiness.ts';

const POLL_MS = 200;
const DEATHS_MAX = 3;
const NAMES_MAX = 3;
/** The other roles of a process that keeps ending log beside the one that fails. */
const LINES_READ = 60;
/** A process listens after half a minute even on a busy machine. */
const LISTENING_MS = 60_000;

/** With real nodes indexing may take days, so there is no time limit. @throws StackError when a process keeps ending */
export async function waitUntilReady(context: StackContext, report: (text: string) => void): Promise<string> {
  // Without the blocks service no tip is known: the others can run, but never be ready.
  const probe = context.urls.has('blocks-api') ? 'readyz' : 'livez';
  const trouble = new News(context.onTrouble);
  const startedAt = performance.now();
  for (;;) {
    const names = [...context.urls.keys()];
    const probes = await Promise.all(names.map((name) => probeReadiness(`${context.urls.get(name)}/${probe}`)));
    const waiting = names.filter((_, index) => !isReady(probes[index]));
    const sync = await readSync(context);
    if (waiting.length === 0) return describeSync(sync) || 'services/blocks is not here, so nothing arrives';
    failOnCrashLoop(context);
    trouble.report(probes.flatMap((answer, index) => describeTrouble(names[index] ?? '', answer)));
    const isLate = performance.now() - startedAt > LISTENING_MS;
    report(
      [describeProgress(names.length, waiting, sync), ...(isLate ? describeUnreachable(names, probes) : [])].join(
        ' · ',
      ),
    );
    await wait(POLL_MS);
  }
}

function failOnCrashLoop({ processes, logs }: StackContext): void {
  const failing = processes.find(({ quickDeaths }) => quickDeaths >= DEATHS_MAX);
  if (failing === undefined) return;
  const log = logs.get(failing.name);
  const tail =
    log === undefined ? '' : ` Its last lines:\n${describeFailure(log.tail(LINES_READ))}\nAll of it: ${log.file}`;
  throw new StackError(`${failing.name} keeps ending.${tail}`);
}

/** Finished parts first: a good start must not read like a failed one. */
export function describeProgress(roles: number, waiting: readonly string[], sync: NetworkSync[]): string {
  const ready = `${roles - waiting.length} of ${roles} roles are ready`;
  const named = waiting.length > NAMES_MAX ? '' : `, still starting: ${waiting.join(', ')}`;
  return [...(sync.length === 0 ? [] : [describeSync(sync)]), `${ready}${named}`].join(' · ');
}

/** The slowest subgraph is the one that limits queries. */
function describeSync(networks: NetworkSync[]): string {
  return networks.map(describeNetwork).join(' · ');
}

function describeNetwork({ name, height, nodeTip, subgraphs }: NetworkSync): string {
  const each = subgraphs.map((subgraph) => `${subgraph.name} ${subgraph.height}`).join(', ');
  const total = nodeTip === undefined ? '' : ` of ${nodeTip}`;
  if (subgraphs.every((subgraph) => subgraph.height === height) || each === '') return `${name} ${height ?? 0}${total}`;
  return `${name} ${height ?? 0}${total} (${each})`;
}
