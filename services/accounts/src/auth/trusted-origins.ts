const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Includes all spellings of this machine where the public origin is local, but never another port, which is another program. */
export function listTrustedOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (!LOOPBACK_HOSTS.includes(hostname)) return [origin];
  const suffix = port === '' ? '' : `:${port}`;
  return [origin, ...LOOPBACK_HOSTS.map((host) => `${protocol}//${host}${suffix}`).filter((other) => other !== origin)];
}
