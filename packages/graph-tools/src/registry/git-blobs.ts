import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** @returns the object id that a file of that text has once it is committed */
export async function writeBlob(text: string): Promise<string> {
  return (await git(['hash-object', '-w', '--stdin'], text)).trim();
}

/** @throws Error where this clone lacks it */
export async function readBlob(id: string): Promise<string> {
  return git(['cat-file', 'blob', id]);
}

async function git(args: readonly string[], input = ''): Promise<string> {
  const child = spawn('git', args, { cwd: repository, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  child.stdin.on('error', () => undefined).end(input);
  const [stdout, stderr, code] = await Promise.all([buffer(child.stdout), buffer(child.stderr), ended]);
  if (code !== 0) throw new Error(`git ${args[0]}: ${stderr.toString().trim()}`);
  return stdout.toString();
}
