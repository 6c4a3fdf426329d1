/** Any other name is not found: a new client takes one of these, or adds its own. */
const REMOTE = new Set([
  ...['client', 'clients', 'rpc', 'transport', 'webhooks', 'accounts', 'gateway', 'quotas'],
  ...['mailer', 'mail', 'mails', 'smtp', 'bus', 'nats', 'announcer', 'announce', 'publisher', 'sender'],
  ...['node', 'nodes', 'fetch', 'request', 'agent', 'dispatcher', 'socket'],
]);

/** `db.gateway` is a table. */
const DATABASE = new Set(['db', 'tx', 'prisma', 'database', 'sql', 'pool']);

/** They may come in as a dependency, where their body is not seen. */
const SENDS = /^(publish|announce|mail|fetch)([A-Z]|$)/;

const MODULES =
  /^(undici|node:https?|node:net|node:tls|node:dns(\/promises)?|node:dgram|nodemailer|nats|@nats-io\/.+)$/;

const MAKERS = /^(createClient|create[A-Za-z]*Transport|connect[A-Z]\w*)$/;

export function isRemoteChain(chain: readonly string[]): boolean {
  if (chain.some((name) => DATABASE.has(name))) return false;
  const called = chain.at(-1) ?? '';
  if (chain.length === 1) return called === 'fetch' || SENDS.test(called);
  return chain.slice(0, -1).some((name) => REMOTE.has(name)) || SENDS.test(called);
}

export function isRemoteName(name: string): boolean {
  return REMOTE.has(name);
}

export function isRemoteModule(specifier: string): boolean {
  return MODULES.test(specifier);
}

export function makesClient(name: string): boolean {
  return MAKERS.test(name);
}
