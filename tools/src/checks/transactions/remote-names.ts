/**
 * Names of what reaches another process. A name that is not here is not found, so a new client takes one of these names, or adds its own.
 */
const REMOTE = new Set([
  ...['client', 'clients', 'rpc', 'transport', 'webhooks', 'accounts', 'gateway', 'quotas'],
  ...['mailer', 'mail', 'mails', 'smtp', 'bus', 'nats', 'announcer', 'announce', 'publisher', 'sender'],
  ...['node', 'nodes', 'fetch', 'request', 'agent', 'dispatcher', 'socket'],
]);

/** The database itself is no other process in this sense: `db.gateway` is a table. */
const DATABASE = new Set(['db', 'tx', 'prisma', 'database', 'sql', 'pool']);

/** Functions that send, by how they are named; they may come in as a dependency, where their body is not seen. */
const SENDS = /^(publish|announce|mail|fetch)([A-Z]|$)/;

/** Modules of others whose functions reach another process. */
const MODULES =
  /^(undici|node:https?|node:net|node:tls|node:dns(\/promises)?|node:dgram|nodemailer|nats|@nats-io\/.+)$/;

/** Functions that make a client. */
const MAKERS = /^(createClient|create[A-Za-z]*Transport|connect[A-Z]\w*)$/;

/** True if a call of this chain of names reaches another process, such as `deps`, `webhooks`, `createEndpoint`. */
export function isRemoteChain(chain: readonly string[]): boolean {
  if (chain.some((name) => DATABASE.has(name))) return false;
  const called = chain.at(-1) ?? '';
  if (chain.length === 1) return called === 'fetch' || SENDS.test(called);
  return chain.slice(0, -1).some((name) => REMOTE.has(name)) || SENDS.test(called);
}

/** True for a name of something that reaches another process when one of its methods is called. */
export function isRemoteName(name: string): boolean {
  return REMOTE.has(name);
}

export function isRemoteModule(specifier: string): boolean {
  return MODULES.test(specifier);
}

export function makesClient(name: string): boolean {
  return MAKERS.test(name);
}
