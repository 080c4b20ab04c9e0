import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

export interface ServedPage {
  readonly origin: string;
  close(): void;
}

/** The browser target in `electron.vite.config.ts`. */
const CHROME = 'chrome130';

const BENCHMARKS = fileURLToPath(new URL('page', import.meta.url));

/**
 * Builds a page like the app's own page and serves it on this machine, with the app's CSP. Main treats it as the page of
 * a development server, so the rest of the program is the built one.
 * @param scratch a folder for the build
 * @param root the folder of the page; by default that of the benchmarks
 */
export async function servePage(scratch: string, root: string = BENCHMARKS): Promise<ServedPage> {
  const folder = join(scratch, 'page');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, target: CHROME, minify: true, assetsInlineLimit: 0 },
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench');
    const type = TYPES[extname(pathname)];
    const nonce = randomBytes(16).toString('base64');
    readFile(join(folder, pathname)).then(
      (bytes) => {
        response.writeHead(200, { 'content-type': type ?? 'text/plain', ...headersFor(nonce) });
        response.end(
          type?.startsWith('text/html') ? bytes.toString('utf8').replace('__CSP_NONCE__', nonce) : bytes,
        );
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function headersFor(nonce: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; font-src 'self'`,
    // Only a cross-origin isolated page gets a clock with a resolution finer than 0.1 ms.
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cache-control': 'no-store',
  };
}
