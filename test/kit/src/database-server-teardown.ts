// biome-ignore lint/style/noDefaultExport: the form Jest asks for.
export { stopDatabaseServer as default } from './database-server.ts';
