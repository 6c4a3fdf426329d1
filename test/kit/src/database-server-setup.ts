// Jest takes the default export of this file and of its sibling; both see the same module instance of the server.
// biome-ignore lint/style/noDefaultExport: the form Jest asks for.
export { startDatabaseServer as default } from './database-server.ts';
