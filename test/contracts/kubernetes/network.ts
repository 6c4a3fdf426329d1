import ipaddr from 'ipaddr.js';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPeer';
import type { INetworkPolicyPort } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPort';
import type { INetworkPolicySpec } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicySpec';

export type Policy = INetworkPolicy;

type Labels = Readonly<Record<string, string>>;
type Selector = NonNullable<INetworkPolicySpec['podSelector']>;

export interface Pod {
  name: string;
  namespace: string;
  labels: Labels;
  namespaceLabels: Labels;
  ports: Readonly<Record<string, number>>;
}

type Target = Pod | { address: string };

/** The policies of both ends have to allow it; an end without policies allows everything. */
export function isReachable(policies: readonly Policy[], from: Pod, to: Pod, port: number): boolean {
  return mayLeave(policies, from, to, port) && mayEnter(policies, from, to, port);
}

export function mayLeave(policies: readonly Policy[], from: Pod, to: Target, port: number): boolean {
  const mine = policies.filter((policy) => concerns(policy, from, 'Egress'));
  if (mine.length === 0) return true;
  const ports = 'ports' in to ? to.ports : {};
  return mine.some((policy) =>
    (policy.spec?.egress ?? []).some(
      (rule) => includesPort(rule.ports, port, ports) && includesPeer(rule.to, to, policy.metadata?.namespace),
    ),
  );
}

function mayEnter(policies: readonly Policy[], from: Pod, to: Pod, port: number): boolean {
  const theirs = policies.filter((policy) => concerns(policy, to, 'Ingress'));
  if (theirs.length === 0) return true;
  return theirs.some((policy) =>
    (policy.spec?.ingress ?? []).some(
      (rule) => includesPort(rule.ports, port, to.ports) && includesPeer(rule.from, from, policy.metadata?.namespace),
    ),
  );
}

function concerns({ metadata, spec }: Policy, pod: Pod, type: 'Ingress' | 'Egress'): boolean {
  if (metadata?.namespace !== pod.namespace || !matches(spec?.podSelector, pod.labels)) return false;
  const types = spec?.policyTypes ?? ['Ingress', ...(spec?.egress === undefined ? [] : ['Egress'])];
  return types.includes(type);
}

// No list, or an empty one, means everybody.
function includesPeer(peers: INetworkPolicyPeer[] | undefined, other: Target, own: string | undefined): boolean {
  if (peers === undefined || peers.length === 0) return true;
  return peers.some((peer) => isPeer(peer, other, own));
}

function isPeer({ ipBlock, namespaceSelector, podSelector }: INetworkPolicyPeer, other: Target, own = ''): boolean {
  if ('address' in other) {
    return (
      ipBlock !== undefined &&
      isWithin(other.address, ipBlock.cidr) &&
      !(ipBlock.except ?? []).some((cidr) => isWithin(other.address, cidr))
    );
  }
  if (ipBlock !== undefined) return false;
  const isThere =
    namespaceSelector === undefined ? other.namespace === own : matches(namespaceSelector, other.namespaceLabels);
  return isThere && matches(podSelector, other.labels);
}

function includesPort(ports: INetworkPolicyPort[] | undefined, port: number, names: Pod['ports']): boolean {
  if (ports === undefined || ports.length === 0) return true;
  return ports
    .filter(({ protocol = 'TCP' }) => protocol === 'TCP')
    .some(({ port: allowed, endPort }) => {
      const first = typeof allowed === 'string' ? names[allowed] : allowed;
      return allowed === undefined || (first !== undefined && port >= first && port <= (endPort ?? first));
    });
}

function matches(selector: Selector | undefined, labels: Labels): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      if (operator === 'In') return value !== undefined && values.includes(value);
      if (operator === 'NotIn') return value === undefined || !values.includes(value);
      return (value !== undefined) === (operator === 'Exists');
    })
  );
}

function isWithin(address: string, cidr: string): boolean {
  const parsed = ipaddr.parse(address);
  const [network, bits] = ipaddr.parseCIDR(cidr);
  return parsed.kind() === network.kind() && parsed.match(network, bits);
}
