/** Prints a path, or makes a PDF of it, on a page in a hidden window. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BrowserWindow, type PrintToPDFOptions, type Session, session } from 'electron';
import { AspenError } from '../../core/errors.ts';
import { htmlPage } from '../../core/exchange/html.ts';
import { NO_PAGE_TO_PRINT, printFailed } from '../../ui-text/refusals.ts';
import type { PageToPrint } from '../handlers/access/caller.ts';

/** The page's address, under the program's own scheme, in a session that serves nothing else. */
const ADDRESS = 'app://print/';

/** The page runs no scripts and fetches nothing but the manuscript's fonts. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; base-uri 'none'; form-action 'none'";

/** Our own scripts run in a world isolated from the page. */
const ISOLATED_WORLD = 1001;

/** Countries that use Letter paper, 8½ by 11 inches. */
const LETTER_COUNTRIES: ReadonlySet<string> = new Set([
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

/** Latin first: a character comes from the first font that has it. */
const SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic'] as const;

export interface PrinterOptions {
  /** The folder of the fonts. */
  readonly fonts: string;
  /** Two letters; empty if the system does not report one. */
  readonly country: string;
}

/** Prints paths, one at a time. */
export class Printer {
  readonly #options: PrinterOptions;
  readonly #files = new Map<string, Uint8Array>();
  #session: Session | undefined;
  #html = '';
  #lastJob: Promise<unknown> = Promise.resolve();

  constructor(options: PrinterOptions) {
    this.#options = options;
  }

  /** Prints with the system's dialog; false if the writer cancels. @throws {AspenError} NOT_PRINTED */
  print(printed: PageToPrint): Promise<boolean> {
    return this.#withPage(
      printed,
      (page) =>
        new Promise((resolve, reject) => {
          page.webContents.print({ printBackground: true, pageSize: this.#pageSize }, (isPrinted, reason) => {
            if (isPrinted) resolve(true);
            // Chromium's message for a cancelled dialog.
            else if (/cancell?ed/i.test(reason)) resolve(false);
            else reject(new AspenError('NOT_PRINTED', printFailed(reason)));
          });
        }),
    );
  }

  /** @throws {AspenError} NOT_PRINTED */
  pdf(printed: PageToPrint): Promise<Uint8Array> {
    const options: PrintToPDFOptions = {
      printBackground: true,
      pageSize: this.#pageSize,
      preferCSSPageSize: false,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    };
    return this.#withPage(printed, (page) => page.webContents.printToPDF(options));
  }

  get #pageSize(): 'Letter' | 'A4' {
    return LETTER_COUNTRIES.has(this.#options.country) ? 'Letter' : 'A4';
  }

  async #withPage<T>(printed: PageToPrint, work: (page: BrowserWindow) => Promise<T>): Promise<T> {
    const previousJob = this.#lastJob;
    let done = () => {};
    this.#lastJob = new Promise<void>((resolve) => {
      done = resolve;
    });
    await previousJob;
    const { path, formatMessages } = printed;
    const fonts = { faces: fontFaces(), family: SCRIPTS.map((script) => `"Literata ${script}"`).join(', ') };
    this.#html = [
      ...htmlPage(path, { authorship: path.book?.settings.showsAuthors ?? false, formatMessages, fonts }),
    ].join('');
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
      throw new AspenError('NOT_PRINTED', NO_PAGE_TO_PRINT, { cause: error });
    } finally {
      this.#html = '';
      page.destroy();
      done();
    }
  }

  /** An in-memory session that serves only the page and its fonts. */
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

/** The manuscript's fonts, one family per script. */
function fontFaces(): string {
  return SCRIPTS.flatMap((script) =>
    (['normal', 'italic'] as const).map(
      (style) =>
        `@font-face { font-family: "Literata ${script}"; font-style: ${style}; font-weight: 200 900; font-display: block; src: url("/literata-${script}-wght-${style}.woff2") format("woff2"); }\n`,
    ),
  ).join('');
}
