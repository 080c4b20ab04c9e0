import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

// One build runs on Electron 45 and on the older runtime the scripts fall back to (Electron 33), so syntax is
// lowered for the older one. kysely and openai are written for Node 22: bundling them lowers theirs too, and
// only better-sqlite3, which is native, stays outside.
const node = 'node20.18';
const chrome = 'chrome130';

/** The migrations and resources are not part of the build: main reads them from the app's folder. */
export default defineConfig({
  main: {
    build: {
      target: node,
      externalizeDeps: false,
      rolldownOptions: {
        // The dictionary and the recovery journal have threads, the probe a process, and so files, of their own.
        input: {
          index: 'src/main/index.ts',
          'spelling-worker': 'src/main/spelling/worker.ts',
          'journal-worker': 'src/main/journal/worker.ts',
          probe: 'src/main/probe/child.ts',
        },
        external: ['better-sqlite3'],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    // A sandboxed preload script is one CommonJS file that can require little more than electron.
    build: {
      target: node,
      externalizeDeps: false,
      rolldownOptions: {
        input: 'src/preload/index.ts',
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react()],
    build: {
      outDir: 'out/renderer',
      target: chrome,
      minify: true,
      // The content security policy allows nothing inline and no data: addresses (proof.md, *Security*).
      assetsInlineLimit: 0,
      rolldownOptions: { input: 'src/renderer/index.html' },
    },
  },
});
