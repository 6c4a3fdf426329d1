// biome-ignore lint/style/noDefaultExport: the form Jest asks for.
export { stopInstallation as default } from './shared-installation.ts';
