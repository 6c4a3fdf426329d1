/**
 * Heaps of the processes, by what they run, as in docker-compose.yml and deploy/k8s. On a large machine V8 would put off collecting what a
 * backfill is done with, in a pod it would do nothing else; and once it has seen decoded messages live it makes all later ones where only a
 * full collection looks (docs/adr/0026).
 */
export const HEAP_FLAGS = {
  api: [
    '--max-old-space-size=512',
    '--initial-old-space-size=96',
    '--max-semi-space-size=8',
    '--no-allocation-site-pretenuring',
  ],
  indexer: [
    '--max-old-space-size=384',
    '--initial-old-space-size=192',
    '--max-semi-space-size=8',
    '--no-allocation-site-pretenuring',
  ],
  gateway: ['--max-old-space-size=1152', '--max-semi-space-size=8'],
  several: [
    '--max-old-space-size=1024',
    '--initial-old-space-size=192',
    '--max-semi-space-size=8',
    '--no-allocation-site-pretenuring',
  ],
};
