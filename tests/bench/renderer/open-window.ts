import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { playwrightLaunch, type Runtime } from '../../../scripts/runtime/find-runtime.ts';
import { setUpApp } from '../../../scripts/set-up-app.ts';
import type { PageRows } from './page/page.ts';

type OptionsOf<N extends keyof PageRows> = Parameters<PageRows[N]>[0];
type AnswerOf<N extends keyof PageRows> = Awaited<ReturnType<PageRows[N]>>;

/** A window of the built program. */
export interface OpenWindow {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Asks the page of the benchmarks for one of its rows. */
  ask<N extends keyof PageRows>(row: N, options: OptionsOf<N>): Promise<AnswerOf<N>>;
  close(): Promise<void>;
}

export interface WindowOptions {
  /** A folder in which the program's own data goes. */
  readonly scratch: string;
  /** Where the page comes from; the program's own page where it is not given. */
  readonly origin?: string;
  /** The path of a grove to open. */
  readonly grove?: string;
}

/** Frames come as fast as the page makes them: nothing measured here includes the wait for the screen. */
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

  async function ask<N extends keyof PageRows>(row: N, options: OptionsOf<N>): Promise<AnswerOf<N>> {
    const asked: { readonly row: keyof PageRows; readonly options: unknown } = { row, options };
    const answer = await page.evaluate(
      ({ row, options }): unknown => window.benchRows?.[row](options as never),
      asked,
    );
    if (faults.length > 0) throw new Error(`the page of the benchmarks failed: ${faults.join('; ')}`);
    return answer as AnswerOf<N>;
  }

  return {
    app,
    page,
    ask,
    close: async () => {
      // Nothing here is worth keeping: the window is not asked for its last words.
      const gone = app.waitForEvent('close');
      await app.evaluate(({ app: program }) => program.exit(0)).catch(() => undefined);
      await gone;
    },
  };
}
