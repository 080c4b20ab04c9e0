import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { listPackages } from './scripts/packaging/bundled-packages.ts';

// The same build runs on Electron 45 and on the fallback runtime (Electron 33), so syntax is compiled down to the older
// one. kysely and openai target Node 22; bundling them compiles them down too. Only better-sqlite3 is external, because it
// is native.
const node = 'node20.18';
const chrome = 'chrome130';

/** Migrations and resources are not bundled: main reads them from the app's folder. */
export default defineConfig({
  main: {
    plugins: [listPackages()],
    build: {
      target: node,
      externalizeDeps: false,
      rolldownOptions: {
        // The workers run in threads and the probe in a process of its own, so each needs a file.
        input: {
          index: 'src/main/index.ts',
          'spelling-worker': 'src/main/spelling/spelling-worker.ts',
          'journal-worker': 'src/main/journal/journal-worker.ts',
          'planning-worker': 'src/main/planning/planning-worker.ts',
          probe: 'src/main/probe/child.ts',
        },
        external: ['better-sqlite3'],
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // A package has room for 12 MB. Names of functions and classes stay, for the stacks of errors.
          minify: {
            compress: { keepNames: { function: true, class: true } },
            mangle: { keepNames: true },
            codegen: { removeWhitespace: true },
          },
        },
      },
    },
  },
  preload: {
    // A sandboxed preload script must be a single CommonJS file and can require little besides electron.
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
    plugins: [react(), listPackages()],
    build: {
      outDir: 'out/renderer',
      target: chrome,
      minify: true,
      // The content security policy forbids inline content and data: URLs (proof.md, *Security*).
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: 'src/renderer/index.html',
        // Printing finds the fonts here by their names.
        output: {
          assetFileNames: ({ names }) =>
            names.some((name) => name.endsWith('.woff2'))
              ? 'assets/[name][extname]'
              : 'assets/[name]-[hash][extname]',
        },
      },
    },
  },
});
