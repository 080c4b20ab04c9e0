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
  const app = await _electron.launch({
    ...launch,
    env: { ...launch.env, ASPEN_CHECKS: '1', ...environment },
  });
  return holdPromises(app);
}

/**
 * Lets every `app.evaluate` run in a task of its own that holds its promise. The inspector may interrupt the main process in the
 * middle of its work, and holds the promise of a call weakly: a garbage collection during that work took it along
 * ("Resulting promise was garbage collected"), once in a few hundred tests.
 */
function holdPromises(app: ElectronApplication): ElectronApplication {
  const evaluate = app.evaluate.bind(app);
  app.evaluate = (work: unknown, argument?: unknown) =>
    evaluate(
      `(electron, argument) => new Promise((resolve, reject) => setImmediate(() => {
        try { resolve((${work})(electron, argument)); } catch (error) { reject(error); }
      }))`,
      argument,
    );
  return app;
}
