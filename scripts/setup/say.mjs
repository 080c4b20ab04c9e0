/** Something a person can put right: its message is shown as it stands, without a stack. */
export class SetupError extends Error {
  /** @type {string} */
  name = 'SetupError';
}

/**
 * Tells the person one line. Always on standard error: standard output belongs to what a command answers
 * (`npm run --silent runtime` is read by programs).
 *
 * @param {string} line
 * @returns {void}
 */
export function say(line) {
  process.stderr.write(`${line}\n`);
}
