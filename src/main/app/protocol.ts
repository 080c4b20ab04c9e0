import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { type Protocol, protocol } from 'electron';
import { APP_SCHEME } from './page.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Replaced in the built `index.html` by a new nonce on each load. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** The policy in `proof.md`, *Security*. The nonce is for the style sheets of CodeMirror and Base UI. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The only script loaded by its address: the worker that searches the text.
    'trusted-types aspen-find',
  ].join('; ');
}

/** Must be called before the app is ready. Chromium keeps the compiled page in the data folder, checked by its hash. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

/** Serves the built renderer from a map that is built once at startup, so no path can reach any other file. */
export function serveApp(target: Protocol, folder: string): void {
  const files = readFiles(folder);
  target.handle(APP_SCHEME, (request) => {
    const url = new URL(request.url);
    const file = url.host === 'aspen' ? files.get(url.pathname) : undefined;
    if (file === undefined || request.method !== 'GET') return new Response(null, { status: 404 });
    const nonce = randomBytes(16).toString('base64');
    const isPage = file.type.startsWith('text/html');
    const body = isPage
      ? file.bytes.toString('utf8').replace(NONCE_PLACEHOLDER, nonce)
      : new Uint8Array(file.bytes);
    return new Response(body, {
      headers: {
        'content-type': file.type,
        'content-security-policy': contentSecurityPolicy(nonce),
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      },
    });
  });
}

interface ServedFile {
  readonly bytes: Buffer;
  readonly type: string;
}

function readFiles(folder: string): ReadonlyMap<string, ServedFile> {
  const files = new Map<string, ServedFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { bytes: readFileSync(path), type });
  }
  return files;
}
