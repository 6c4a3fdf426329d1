// stdin is a pipe that the parent holds: it ends when the parent closes it or dies, however it dies. Only then, or on a
// signal, does the program get its stop signal, so that it can finish in order. A shell waits, not a second Node: it costs 1 MB.
const SCRIPT = `
stop=$1; shift
exec 3<&0
"$@" </dev/null 3<&- &
child=$!
( read -r _ <&3; kill -s "$stop" $child 2>/dev/null ) >/dev/null 2>&1 &
watcher=$!
exec 3<&-
trap 'kill -s "$stop" $child 2>/dev/null' INT TERM HUP
while :; do
  wait $child; code=$?
  kill -0 $child 2>/dev/null || break
done
kill $watcher 2>/dev/null
exit $code
`;

/**
 * Wraps a program that knows nothing of us so that it stops when the stdin pipe of the wrapper ends.
 *
 * @param stopSignal what makes the program stop in order: INT for Postgres (fast shutdown), TERM for most
 * @returns the command to spawn with `stdio[0] = 'pipe'`
 */
export function exitWithParent(stopSignal: 'INT' | 'TERM', command: string[]): [string, ...string[]] {
  return ['sh', '-c', SCRIPT, 'exit-with-parent', stopSignal, ...command];
}
