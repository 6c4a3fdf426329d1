// Before the first paint, so that the page does not flash white in the dark. A file of its own: the page's policy allows no inline script.
(() => {
  let chosen;
  try {
    chosen = localStorage.getItem('ledgergraph-color-scheme');
  } catch {
    // Storage may be forbidden; the system's scheme is used.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
