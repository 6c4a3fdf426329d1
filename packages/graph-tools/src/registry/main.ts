import { runGraph } from './run-graph.ts';

const { exitCode, stdout, stderr } = await runGraph(process.argv.slice(2));
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = exitCode;
