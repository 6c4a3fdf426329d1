/** As in docker-compose.yml. With the default of 128 MB, a backfill repeatedly moves pages to and from the file cache. */
export const INSTALLATION_SETTINGS = { max_connections: '200', shared_buffers: '512MB' };
