// Jest takes the default export of this file and of its sibling; both see the same module instance of the installation.
// biome-ignore lint/style/noDefaultExport: the form Jest asks for.
export { offerInstallation as default } from './shared-installation.ts';
