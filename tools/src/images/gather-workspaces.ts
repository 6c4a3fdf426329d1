import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { hasGenerator } from '#/codegen/generate-prisma.ts';
import { type LockedPackage, type LockedPackages, listPackages } from './list-packages.ts';

const UNUSED_FILES = [
  /\.(map|md|markdown|tsbuildinfo)$/,
  /\.d\.[cm]?ts$/,
  /\.test\.[cm]?[jt]sx?$/,
  /@prisma\/client\/runtime\/query_compiler_.*\.(mysql|sqlite|sqlserver|cockroachdb)\./,
  /zeromq\/build\/(darwin|win32)\//,
];
const UNUSED_FOLDER = 'test';

export const ALL = 'all';
const RUN_BY_INSTALLATION = /^(services\/[^/]+|gateway|deploy\/recorded-node)$/;
const PROGRAM = 'deploy/program';

const COMMON = ['LICENSE', 'NOTICE', 'deploy/images/healthcheck.mjs', 'deploy/images/install.sh'];
const PAGE = 'clients/dashboard/dist';
const EXTRAS: Record<string, string[]> = {
  'deploy/recorded-node': ['test/recordings'],
  // The built page holds its packages.
  'services/accounts': [PAGE],
};

const SERVED: Record<string, (root: string) => string[]> = {
  'services/portal': (root) =>
    ['docs', 'docs/verus'].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${folder}/${name}`),
    ),
};

export function listServedFiles(root: string, workspaces: readonly string[]): string[] {
  return workspaces.flatMap((workspace) => SERVED[workspace]?.(root) ?? []);
}

/** The program that runs roles is among them. @param named paths divided by spaces, such as `services/blocks`, or `all` */
export function listWorkspaces(packages: LockedPackages, named: string): string[] {
  const all = named === ALL ? Object.keys(packages).filter((path) => RUN_BY_INSTALLATION.test(path)) : named.split(' ');
  return [...all, PROGRAM];
}

/**
 * Files become hard links where that is possible: readers of the folder must not write to it.
 * @param root of the repository, installed and generated
 * @param named as in listWorkspaces
 * @throws Error when a needed package or the generated code is missing
 */
export function gatherWorkspaces(root: string, named: string, out: string): void {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: LockedPackages;
  };
  const workspaces = listWorkspaces(packages, named);
  const extras = workspaces.flatMap((workspace) => EXTRAS[workspace] ?? []);
  const copy = new Copy(root, out);
  for (const path of ['package.json', ...COMMON, ...listServedFiles(root, workspaces)]) copy.file(path);
  for (const path of [...listPackages(packages, workspaces), ...extras]) {
    const entry: LockedPackage & { optional?: boolean } = packages[path] ?? {};
    if (entry.link) copy.link(path);
    else if (existsSync(join(root, path))) copy.folder(path, '');
    // npm leaves out programs for another system.
    else if (!entry.optional) throw new Error(`${path} is not installed: npm ci`);
  }
  checkGenerated(out, workspaces);
}

class Copy {
  readonly #root: string;
  readonly #out: string;

  constructor(root: string, out: string) {
    this.#root = root;
    this.#out = out;
  }

  folder(top: string, inside: string): void {
    const isOurs = !top.includes('node_modules/');
    for (const { name } of readdirSync(join(this.#root, top, inside), { withFileTypes: true })) {
      const within = inside === '' ? name : `${inside}/${name}`;
      const path = `${top}/${within}`;
      // Packages inside a package are listed themselves.
      if (name === 'node_modules' || (isOurs && within === UNUSED_FOLDER)) continue;
      // A link out of the workspace would lead nowhere in an image.
      if (statSync(join(this.#root, path)).isDirectory()) this.folder(top, within);
      else if (!UNUSED_FILES.some((pattern) => pattern.test(path))) this.file(path);
    }
  }

  file(path: string): void {
    const source = realpathSync(join(this.#root, path));
    const target = this.#prepare(path);
    try {
      linkSync(source, target);
    } catch {
      // No hard links, or another file system.
      copyFileSync(source, target);
    }
  }

  link(path: string): void {
    symlinkSync(readlinkSync(join(this.#root, path)), this.#prepare(path));
  }

  #prepare(path: string): string {
    const target = join(this.#out, path);
    mkdirSync(dirname(target), { recursive: true });
    return target;
  }
}

function checkGenerated(out: string, workspaces: readonly string[]): void {
  const wanted = existsSync(join(out, 'proto-schemas')) ? ['proto-schemas/generated'] : [];
  for (const workspace of workspaces) {
    const schema = join(out, workspace, 'prisma', 'schema.prisma');
    if (existsSync(schema) && hasGenerator(schema)) wanted.push(`${workspace}/src/generated/prisma`);
    if (EXTRAS[workspace]?.includes(PAGE)) wanted.push(`${PAGE}/index.html`);
  }
  const missing = wanted.filter((path) => !existsSync(join(out, path)));
  if (missing.length > 0) throw new Error(`not generated yet: ${missing.join(', ')}; npm run codegen`);
}
