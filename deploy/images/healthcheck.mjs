// Health of a container: whether its process reports it on its own port. The image holds no curl.
// This output is in the container's health log.
const { PORT = '8080', HEALTH_PATH = '/livez' } = process.env;
const TIMEOUT_MS = 4_000;
const url = `http://127.0.0.1:${PORT}${HEALTH_PATH}`;

const fault = await findFault();
if (fault !== undefined) process.stderr.write(`${url} is not healthy: ${fault}\n`);
process.exit(fault === undefined ? 0 : 1);

async function findFault() {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? undefined : `HTTP status ${response.status}: ${await response.text()}`;
  } catch (error) {
    // The message of fetch is only "fetch failed"; its cause holds the reason.
    return [error, error.cause].flatMap((each) => each?.message || each?.code || []).join(': ');
  }
}
