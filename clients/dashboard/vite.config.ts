import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './compress-files.ts';

// Everything the page needs is in dist: its policy lets it load from nowhere else.
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react(), compressFiles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // An inlined file would be a data: URL, which the policy forbids.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // Files that change only with libraries stay in browsers' caches over our releases.
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\// }],
        },
      },
    },
  },
});
