import { _electron, type ElectronApplication } from '@playwright/test';
import { findRuntime, playwrightLaunch, type Runtime } from '../../scripts/runtime/find-runtime.ts';

let runtime: Promise<Runtime> | undefined;

/** Starts the app as `npm start` does, with its self-checks enabled. */
export async function launchProgram(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ElectronApplication> {
  runtime ??= findRuntime(() => undefined);
  const launch = playwrightLaunch(await runtime, args);
  return _electron.launch({ ...launch, env: { ...launch.env, ASPEN_CHECKS: '1', ...environment } });
}
