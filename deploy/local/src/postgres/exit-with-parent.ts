// stdin ends when the parent closes it or dies; then the program gets its stop signal and can finish in order. A shell costs 1 MB, less
// than Node.
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

/** @param stopSignal INT for Postgres (fast shutdown), TERM for most @returns the command to spawn with `stdio[0] = 'pipe'` */
export function exitWithParent(stopSignal: 'INT' | 'TERM', command: string[]): [string, ...string[]] {
  return ['sh', '-c', SCRIPT, 'exit-with-parent', stopSignal, ...command];
}
