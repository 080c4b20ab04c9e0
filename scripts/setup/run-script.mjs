import { endAll } from './run.mjs';
import { SetupError, say } from './say.mjs';

/**
 * Runs a script's main function and turns how it ended into the exit code. On a signal the programs it started,
 * a display among them, are ended first.
 *
 * @param {() => Promise<number>} main answers the exit code
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
  // Stays in place: a terminal and a parent may both send it, and the second must not cut the closing short.
  process.on(signal, async () => {
    await endAll();
    process.exit(code);
  });
}
