import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { parse } from 'graphql';
import type { Demo } from './demo.ts';
import { firstLineOf, type PrintedBlock, type PrintedOperation } from './printed-blocks.ts';
import { PrintedProgram } from './run-program.ts';

const FILE = /^\/\/ (\S+\.[jt]sx?)$/;

/** Commands that never end run until an event has come. */
export async function runShell(demo: Demo, block: PrintedBlock): Promise<void> {
  const before = eventsOf(demo);
  const options = { cwd: demo.folder, env: demo.environment, typed: demo.typed };
  const program = new PrintedProgram(['sh', '-e', '-c', demo.atThisAddress(block.text)], options);
  try {
    if (/\bcurl -N\b/.test(block.text)) {
      await program.until(() => /^id: /m.test(program.output), 'a stream to be open');
      await demo.advance();
      await program.until(() => /^data: \{"data":\{.*"blockHeight":\d+/m.test(program.output), 'an event');
    } else if (/\bwebhooks listen\b/.test(block.text)) {
      await program.until(() => /Events go to/.test(program.errors + program.output), 'listening');
      await demo.advance();
      await program.until(() => eventsOf(demo) > before, 'an event at the reader’s program');
    } else await program.ended();
  } finally {
    await program.kill();
  }
}

const eventsOf = ({ receiver }: Demo): number => receiver.eventsOf('/').length;

export async function runProgram(demo: Demo, block: PrintedBlock, page: readonly PrintedBlock[]): Promise<void> {
  const folder = await writeFiles(demo, page);
  await writeFile(join(folder, 'program.js'), demo.atThisAddress(block.text));
  const options = { cwd: folder, env: demo.environment, typed: '' };
  const program = new PrintedProgram([process.execPath, 'program.js'], options);
  try {
    // The stream's place is known only to the program, so each step makes one more event.
    for (let steps = 0; steps < 5 && program.output === '' && program.exitCode === undefined; steps += 1) {
      await demo.advance();
    }
    await program.until(() => /blockHeight/.test(program.output), 'an event');
  } finally {
    await program.kill();
  }
}

/** @returns the folder */
export async function writeFiles(demo: Demo, page: readonly PrintedBlock[]): Promise<string> {
  const folder = join(demo.folder, (page[0]?.page ?? '').replaceAll('/', '-'));
  await mkdir(folder, { recursive: true });
  for (const block of page) {
    const [, name] = FILE.exec(firstLineOf(block)) ?? [];
    if (name !== undefined) await writeFile(join(folder, name), demo.atThisAddress(block.text));
  }
  return folder;
}

export async function runOperation(demo: Demo, { text, variables }: PrintedOperation): Promise<Untyped> {
  expect(parse(text).definitions).toHaveLength(1);
  const { data, errors } = await demo.stack.query('test', text, variables);
  expect(errors).toEqual([]);
  return data;
}
