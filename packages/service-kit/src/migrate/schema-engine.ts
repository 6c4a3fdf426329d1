import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import { createMigrationAdapter } from './migration-adapter.ts';

type SchemaEngine = engineModule.SchemaEngine;

export const NO_FILTER = { externalTables: [], externalEnums: [] };

let instantiated: Promise<void> | undefined;

/**
 * `prisma migrate` downloads a native engine, which fails where only package registries are reachable; this is the same engine as
 * WebAssembly, from npm.
 */
export async function withSchemaEngine<T>(databaseUrl: string, use: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  instantiated ??= instantiate();
  await instantiated;
  const adapter = createMigrationAdapter(databaseUrl);
  try {
    const factory = bindMigrationAwareSqlAdapterFactory(adapter.factory);
    const engine = await engineModule.SchemaEngine.new({ datamodels: undefined }, () => undefined, factory);
    try {
      return await use(engine);
    } finally {
      engine.free();
    }
  } finally {
    await adapter.close();
  }
}

interface WasmInstance {
  exports: { __wbindgen_start(): void };
}

const { WebAssembly: wasm } = globalThis as unknown as {
  WebAssembly: { instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: WasmInstance }> };
};

// The package's entry imports the .wasm file as an ES module, which Jest cannot do.
async function instantiate(): Promise<void> {
  // Without it a panic is only a TypeError about this object.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: rethrow } });
  const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
  const bytes = await readFile(join(folder, 'schema_engine_bg.wasm'));
  const { instance } = await wasm.instantiate(bytes, { './schema_engine_bg.js': linkImports() });
  engineModule.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}

// The engine never clears the timer of its lock, which would hold a finished process for ten seconds.
function linkImports(): Record<string, unknown> {
  const imports = Object.entries(engineModule).map(([name, value]): [string, unknown] =>
    name.startsWith('__wbg_setTimeout_') ? [name, startUncountedTimer] : [name, value],
  );
  return Object.fromEntries(imports);
}

function startUncountedTimer(callback: () => void, delayMs: number): NodeJS.Timeout {
  return setTimeout(callback, delayMs).unref();
}

function rethrow(message: string): never {
  throw new Error(`Prisma's schema engine failed: ${message}`);
}
