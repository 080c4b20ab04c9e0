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
 * Lets every `app.evaluate` return a promise of its own. The inspector may interrupt the main process in the middle of its work, and
 * holds the result of a call weakly until that work is done: a garbage collection in between took it along ("Resulting promise was
 * garbage collected"), once in a few hundred tests. A pending promise is held by what it waits for: at least the next turn of the loop.
 */
function holdPromises(app: ElectronApplication): ElectronApplication {
  const evaluate = app.evaluate.bind(app);
  app.evaluate = (work: unknown, argument?: unknown) => {
    // Playwright sends the source of a function.
    const source = () => `async (electron, argument) => {
      const result = await (${work})(electron, argument);
      await new Promise((resolve) => setImmediate(resolve));
      return result;
    }`;
    return evaluate(
      Object.assign(() => undefined, { toString: source }),
      argument,
    );
  };
  return app;
}
