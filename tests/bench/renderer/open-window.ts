import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { playwrightLaunch, type Runtime } from '../../../scripts/runtime/find-runtime.ts';
import { setUpApp } from '../../../scripts/set-up-app.ts';
import type { PageRows } from './page/page.ts';

type OptionsOf<N extends keyof PageRows> = Parameters<PageRows[N]>[0];
type AnswerOf<N extends keyof PageRows> = Awaited<ReturnType<PageRows[N]>>;

/** A window of the normal build. */
export interface OpenWindow {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Calls one of the page's `rows`. */
  measure<N extends keyof PageRows>(row: N, options: OptionsOf<N>): Promise<AnswerOf<N>>;
  close(): Promise<void>;
}

export interface WindowOptions {
  /** A folder for the program's own data. */
  readonly scratch: string;
  /** The origin of the page; the program's own page by default. */
  readonly origin?: string;
  /** The path of the grove to open. */
  readonly grove?: string;
}

/** Frames come as fast as the page makes them: no measurement includes the wait for the screen. */
const SWITCHES = ['--js-flags=--expose-gc', '--disable-frame-rate-limit', '--disable-gpu-vsync'];

let runtime: Promise<Runtime> | undefined;

export async function openWindow({ scratch, origin, grove }: WindowOptions): Promise<OpenWindow> {
  const data = mkdtempSync(join(scratch, 'data-'));
  const named = grove === undefined ? [] : [grove];
  runtime ??= setUpApp();
  const launch = playwrightLaunch(await runtime, [...SWITCHES, `--user-data-dir=${data}`, ...named]);
  const env = origin === undefined ? launch.env : { ...launch.env, ELECTRON_RENDERER_URL: origin };
  const app = await _electron.launch({ ...launch, env });
  const page = await app.firstWindow();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  if (origin !== undefined) await page.waitForFunction(() => window.benchRows !== undefined);

  async function measure<N extends keyof PageRows>(row: N, options: OptionsOf<N>): Promise<AnswerOf<N>> {
    const request: { readonly row: keyof PageRows; readonly options: unknown } = { row, options };
    const answer = await page.evaluate(
      ({ row, options }): unknown => window.benchRows?.[row](options as never),
      request,
    );
    if (faults.length > 0) throw new Error(`the benchmark page failed: ${faults.join('; ')}`);
    return answer as AnswerOf<N>;
  }

  return {
    app,
    page,
    measure,
    close: async () => {
      // Nothing here is worth saving, so the window is not asked to flush.
      const closed = app.waitForEvent('close');
      await app.evaluate(({ app: program }) => program.exit(0)).catch(() => undefined);
      await closed;
    },
  };
}
