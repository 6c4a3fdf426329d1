#!/usr/bin/env node
const [command, ...others] = process.argv.slice(2);

// Loaded on demand: services need none of the customers' commands, nor these any service.
if (command === 'run') {
  const { run } = await import('#/run/run.ts');
  await run(others, process.env);
} else {
  const { runCommand } = await import('#/run-command.ts');
  process.exitCode = await runCommand(process.argv.slice(2));
}
