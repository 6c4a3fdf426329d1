// Health of a container: whether its process says so on its own port. The image holds no curl.
const { PORT = '8080', HEALTH_PATH = '/livez' } = process.env;
const TIMEOUT_MS = 4_000;

const isHealthy = await fetch(`http://127.0.0.1:${PORT}${HEALTH_PATH}`, {
  signal: AbortSignal.timeout(TIMEOUT_MS),
}).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isHealthy ? 0 : 1);
