/** Paper: the path as a page that no window shows, printed or made a PDF. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BrowserWindow, type PrintToPDFOptions, type Session, session } from 'electron';
import { AspenError } from '../../core/errors.ts';
import type { ExportedPath } from '../../core/exchange/exported-path.ts';
import { htmlPage } from '../../core/exchange/html.ts';

/** Where the page stands: of the program's own scheme, and in a session that has nothing else. */
const ADDRESS = 'app://print/';

/** Nothing runs in the page and nothing is fetched but the manuscript's type. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; base-uri 'none'; form-action 'none'";

/** Scripts of ours that ask the page something run apart from it. */
const ISOLATED_WORLD = 1001;

/** Where paper is 8½ by 11 inches. */
const LETTER: ReadonlySet<string> = new Set([
  'US',
  'CA',
  'MX',
  'CL',
  'CO',
  'CR',
  'GT',
  'PA',
  'PH',
  'SV',
  'VE',
]);

/** Latin first: a character is taken from the first that has it. */
const SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic'] as const;

export interface PrinterOptions {
  /** `resources/fonts`. */
  readonly fonts: string;
  /** Two letters; empty where the system does not say. */
  readonly country: string;
}

/** Prints paths; one at a time has the page. */
export class Printer {
  readonly #options: PrinterOptions;
  readonly #files = new Map<string, Uint8Array>();
  #session: Session | undefined;
  #html = '';
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: PrinterOptions) {
    this.#options = options;
  }

  /** By the system's dialog; false when the writer changed their mind. @throws {AspenError} NOT_PRINTED */
  print(path: ExportedPath): Promise<boolean> {
    return this.#withPage(
      path,
      (page) =>
        new Promise((resolve, reject) => {
          page.webContents.print({ printBackground: true, pageSize: this.#pageSize }, (isPrinted, reason) => {
            if (isPrinted) resolve(true);
            // Chromium's own words for a dialog that was closed.
            else if (/cancell?ed/i.test(reason)) resolve(false);
            else reject(new AspenError('NOT_PRINTED', `The system said: ${reason}.`));
          });
        }),
    );
  }

  /** @throws {AspenError} NOT_PRINTED */
  pdf(path: ExportedPath): Promise<Uint8Array> {
    const options: PrintToPDFOptions = {
      printBackground: true,
      pageSize: this.#pageSize,
      preferCSSPageSize: false,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    };
    return this.#withPage(path, (page) => page.webContents.printToPDF(options));
  }

  get #pageSize(): 'Letter' | 'A4' {
    return LETTER.has(this.#options.country) ? 'Letter' : 'A4';
  }

  async #withPage<T>(path: ExportedPath, work: (page: BrowserWindow) => Promise<T>): Promise<T> {
    const before = this.#turn;
    let done = () => {};
    this.#turn = new Promise<void>((resolve) => {
      done = resolve;
    });
    await before;
    const fonts = { faces: facesOf(), family: SCRIPTS.map((script) => `"Literata ${script}"`).join(', ') };
    this.#html = [...htmlPage(path, { authorship: false, fonts })].join('');
    const page = new BrowserWindow({
      show: false,
      webPreferences: {
        session: this.#openSession(),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        spellcheck: false,
      },
    });
    try {
      await page.loadURL(ADDRESS);
      await page.webContents.executeJavaScriptInIsolatedWorld(ISOLATED_WORLD, [
        { code: 'document.fonts.ready.then(() => true)' },
      ]);
      return await work(page);
    } catch (error) {
      if (error instanceof AspenError) throw error;
      throw new AspenError('NOT_PRINTED', 'There is no page.', { cause: error });
    } finally {
      this.#html = '';
      page.destroy();
      done();
    }
  }

  /** A session in memory that knows the page and its fonts. */
  #openSession(): Session {
    if (this.#session !== undefined) return this.#session;
    for (const name of readdirSync(this.#options.fonts)) {
      if (name.startsWith('literata-') && name.endsWith('.woff2'))
        this.#files.set(`/${name}`, readFileSync(join(this.#options.fonts, name)));
    }
    const own = session.fromPartition('aspen-print');
    own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
    own.setPermissionCheckHandler(() => false);
    own.setSpellCheckerEnabled(false);
    own.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !url.startsWith(ADDRESS) }));
    own.protocol.handle('app', ({ url, method }) => this.#answer(new URL(url), method));
    this.#session = own;
    return own;
  }

  #answer({ host, pathname }: URL, method: string): Response {
    if (host !== 'print' || method !== 'GET') return new Response(null, { status: 404 });
    const headers = { 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff' };
    if (pathname === '/') {
      return new Response(this.#html, {
        headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
      });
    }
    const font = this.#files.get(pathname);
    if (font === undefined) return new Response(null, { status: 404 });
    return new Response(new Uint8Array(font), { headers: { ...headers, 'content-type': 'font/woff2' } });
  }
}

/** The manuscript's type, a family a script. */
function facesOf(): string {
  return SCRIPTS.flatMap((script) =>
    (['normal', 'italic'] as const).map(
      (style) =>
        `@font-face { font-family: "Literata ${script}"; font-style: ${style}; font-weight: 200 900; font-display: block; src: url("/literata-${script}-wght-${style}.woff2") format("woff2"); }\n`,
    ),
  ).join('');
}
