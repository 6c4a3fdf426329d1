export interface Credentials {
  user: string;
  password: string;
}

/**
 * Credentials that the recorded node asks for. Not flags: other processes of the machine can read those.
 * @throws Error naming the variables that are missing
 */
export function readCredentials(env: NodeJS.ProcessEnv = process.env): Credentials {
  const { RECORDED_NODE_USER: user, RECORDED_NODE_PASSWORD: password } = env;
  if (!user || !password) throw new Error('RECORDED_NODE_USER and RECORDED_NODE_PASSWORD must be set');
  return { user, password };
}
