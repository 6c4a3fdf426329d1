/**
 * Settings of a server that keeps an installation's databases, as `npm start` starts it; docker-compose.yml has the same. With what Postgres
 * takes by itself, 128 MB, a backfill's pages are read from and written to the file cache again and again, and summed up each time.
 */
export const INSTALLATION_SETTINGS = { max_connections: '200', shared_buffers: '512MB' };
