export interface Credentials {
  user: string;
  password: string;
}

/** Not flags, because other processes of the machine can read those. @throws Error that names missing variables */
export function readCredentials(env: NodeJS.ProcessEnv = process.env): Credentials {
  const { RECORDED_NODE_USER: user, RECORDED_NODE_PASSWORD: password } = env;
  if (!user || !password) throw new Error('RECORDED_NODE_USER and RECORDED_NODE_PASSWORD must be set');
  return { user, password };
}
