/**
 * As in docker-compose.yml and deploy/k8s. V8's own sizes collect too late on a large machine and constantly in a pod; and once decoded
 * messages have survived, later ones go where only a full collection looks (docs/adr/0026).
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
