/** A problem that the user can fix: its message is shown without a stack trace. */
export class SetupError extends Error {
  /** @type {string} */
  name = 'SetupError';
}

/**
 * Prints one line for the user. Always on standard error: standard output is for a command's results
 * (`npm run --silent runtime` is read by programs).
 *
 * @param {string} line
 * @returns {void}
 */
export function say(line) {
  process.stderr.write(`${line}\n`);
}
