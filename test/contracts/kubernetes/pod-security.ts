import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import { listContainers } from './workloads.ts';

const VOLUMES = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
];
const SECCOMP = ['RuntimeDefault', 'Localhost'];
const SELINUX = [undefined, '', 'container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t'];
const SYSCTLS = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
];

/** In the order of the Pod Security standard "restricted". */
export function findPodSecurityFaults(pod: IPodSpec): string[] {
  return [...podFaults(pod), ...listContainers({ pod }).flatMap((container) => containerFaults(container, pod))];
}

function podFaults({ hostNetwork, hostPID, hostIPC, volumes = [], securityContext = {}, os }: IPodSpec): string[] {
  return unless({
    'shares a namespace of the host': !(hostNetwork ?? hostPID ?? hostIPC),
    'is not for Linux, where other rules hold': os === undefined || os.name === 'linux',
    'has a volume of a kind that is not allowed': volumes.every((volume) =>
      Object.keys(volume).every((key) => key === 'name' || VOLUMES.includes(key)),
    ),
    'sets a system parameter that is not safe': (securityContext.sysctls ?? []).every(({ name }) =>
      SYSCTLS.includes(name),
    ),
    'may run as root': securityContext.runAsUser !== 0,
    'chooses an SELinux user, role or type': isAllowedSeLinux(securityContext.seLinuxOptions),
  });
}

type Container = ReturnType<typeof listContainers>[number];

function containerFaults(container: Container, { securityContext: pod = {} }: IPodSpec): string[] {
  const own = container.securityContext ?? {};
  const seccomp = own.seccompProfile ?? pod.seccompProfile;
  const appArmor = own.appArmorProfile?.type;
  return unless({
    'is privileged': !own.privileged,
    'may gain privileges': own.allowPrivilegeEscalation === false,
    'does not have to be another user than root': (own.runAsNonRoot ?? pod.runAsNonRoot) === true,
    'runs as root': own.runAsUser !== 0,
    'keeps capabilities': own.capabilities?.drop?.includes('ALL') === true,
    'adds capabilities': (own.capabilities?.add ?? []).every((name) => name === 'NET_BIND_SERVICE'),
    'has no seccomp profile': seccomp !== undefined && SECCOMP.includes(seccomp.type),
    'sees more of /proc': [undefined, 'Default'].includes(own.procMount),
    'takes a port of the host': (container.ports ?? []).every(({ hostPort }) => !hostPort),
    'has no AppArmor profile': appArmor !== 'Unconfined',
    'chooses an SELinux user, role or type': isAllowedSeLinux(own.seLinuxOptions),
    'probes another host': listHandlers(container).every(
      ({ httpGet, tcpSocket }) => !(httpGet?.host ?? tcpSocket?.host),
    ),
  }).map((fault) => `${container.name} ${fault}`);
}

function listHandlers({ startupProbe, readinessProbe, livenessProbe, lifecycle }: Container) {
  return [startupProbe, readinessProbe, livenessProbe, lifecycle?.preStop, lifecycle?.postStart].filter(
    (handler) => handler !== undefined,
  );
}

function isAllowedSeLinux(options: { type?: string; user?: string; role?: string } = {}): boolean {
  return SELINUX.includes(options.type) && !options.user && !options.role;
}

function unless(controls: Record<string, boolean>): string[] {
  return Object.entries(controls).flatMap(([fault, isMet]) => (isMet ? [] : [fault]));
}
