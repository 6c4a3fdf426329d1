#!/usr/bin/env node
const [command, ...others] = process.argv.slice(2);

// Each is loaded only where it is asked for: services need nothing of the customers' commands, and those none of theirs.
if (command === 'run') {
  const { run } = await import('#/run/run.ts');
  await run(others, process.env);
} else {
  const { runCommand } = await import('#/run-command.ts');
  process.exitCode = await runCommand(process.argv.slice(2));
}
