import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { listPackages } from './scripts/packaging/bundled-packages.ts';

/** The command line, for Node 22 and later. Only better-sqlite3 is not in the bundle, because it is native. */
export default defineConfig({
  plugins: [listPackages(), describeBundle()],
  ssr: { target: 'node', noExternal: true, external: ['better-sqlite3'] },
  build: {
    ssr: true,
    target: 'node22',
    minify: true,
    outDir: 'out/cli',
    rolldownOptions: {
      // The journal's thread, the probe and the checker run outside the command's own thread, so each needs a file.
      input: {
        aspen: 'src/cli/index.ts',
        checker: 'src/cli/checker.ts',
        probe: 'src/main/probe/child.ts',
        'journal-worker': 'src/main/journal/journal-worker.ts',
      },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});

/** Writes a `package.json` beside the bundle: in a package of the program, the program's own is in an archive. */
function describeBundle(): Plugin {
  return {
    name: 'describe-bundle',
    generateBundle() {
      const file = join(import.meta.dirname, 'package.json');
      const { version, type }: { version: string; type: string } = JSON.parse(readFileSync(file, 'utf8'));
      this.emitFile({
        type: 'asset',
        fileName: 'package.json',
        source: `${JSON.stringify({ version, type })}\n`,
      });
    },
  };
}
