import { _electron, type ElectronApplication } from '@playwright/test';
import { findRuntime, playwrightLaunch, type Runtime } from '../../scripts/runtime/find-runtime.ts';

let runtime: Promise<Runtime> | undefined;

/** Starts the program as `npm start` does, and has it check itself as it goes. */
export async function launchProgram(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ElectronApplication> {
  runtime ??= findRuntime(() => undefined);
  const launch = playwrightLaunch(await runtime, args);
  return _electron.launch({ ...launch, env: { ...launch.env, ASPEN_CHECKS: '1', ...environment } });
}
