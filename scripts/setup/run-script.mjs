import { endAll } from './run.mjs';
import { SetupError, say } from './say.mjs';

/**
 * Runs a script's main function and sets the exit code from its result. On a signal, first ends the programs that
 * it started, including a display.
 *
 * @param {() => Promise<number>} main returns the exit code
 * @returns {Promise<void>}
 */
export async function runScript(main) {
  endOn('SIGHUP', 129);
  endOn('SIGINT', 130);
  endOn('SIGTERM', 143);
  try {
    process.exitCode = await main();
  } catch (error) {
    say(error instanceof SetupError ? error.message : error instanceof Error ? `${error.stack}` : `${error}`);
    process.exitCode = 1;
  }
}

/**
 * @param {NodeJS.Signals} signal
 * @param {number} code
 * @returns {void}
 */
function endOn(signal, code) {
  // Keep the handler: a terminal and a parent may both send the signal, and the second must not interrupt closing.
  process.on(signal, async () => {
    await endAll();
    process.exit(code);
  });
}
