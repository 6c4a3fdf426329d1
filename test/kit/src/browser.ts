export { BROWSER_FLAGS, findBrowser } from '@ledgergraph/local/testing/find-browser';
