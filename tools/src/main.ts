type Command = (args: string[]) => Promise<number>;

// Loaded on demand: some need generated code.
const COMMANDS: Record<string, () => Promise<Command>> = {
  start: async () => (await import('#/commands/start.ts')).start,
  test: async () => (await import('#/commands/test.ts')).test,
  'test:long': async () => (await import('#/commands/test-long.ts')).testLong,
  check: async () => (await import('#/commands/check.ts')).check,
  migration: async () => (await import('#/commands/migration.ts')).migration,
  codegen: async () => (await import('#/commands/codegen.ts')).codegen,
  'new-service': async () => (await import('#/commands/new-service.ts')).newService,
  compose: () => program('packages/graph-tools/src/compose/main.ts', { services: false }),
  images: async () => (await import('#/commands/images.ts')).images,
  graph: () => program('packages/graph-tools/src/registry/main.ts', { services: false }),
  bench: () => program('test/bench/main.ts', { services: true }),
  fault: () => program('test/fault/main.ts', { services: true }),
  settings: () => program('test/contracts/settings/main.ts', { services: true }),
  experiment: () => program('test/experiments/main.ts', { services: true }),
};

async function program(file: string, needs: { services: boolean }): Promise<Command> {
  return (await import('#/commands/run-program.ts')).runProgram(file, needs);
}

const [name = '', ...args] = process.argv.slice(2);
const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (load === undefined) {
  process.stderr.write(`Unknown command "${name}"; one of: ${Object.keys(COMMANDS).join(', ')}\n`);
  process.exit(2);
} else {
  // An open pipe to the parent would keep a finished process.
  process.exit(await (await load())(args));
}
