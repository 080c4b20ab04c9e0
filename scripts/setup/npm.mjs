import { run } from './run.mjs';

/**
 * Runs the machine's npm, printing nothing unless it fails.
 *
 * @param {string} what subject of the message if it fails
 * @param {readonly string[]} args
 * @param {{ readonly cwd: string, readonly env: NodeJS.ProcessEnv }} options
 * @returns {Promise<string>} what it wrote to standard output
 */
export function npm(what, args, { cwd, env }) {
  const flags = [
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--engine-strict=false',
  ];
  // On Windows npm is a batch file, which only a shell starts.
  return process.platform === 'win32'
    ? run(what, 'cmd.exe', ['/d', '/s', '/c', 'npm', ...args, ...flags], { cwd, env })
    : run(what, 'npm', [...args, ...flags], { cwd, env });
}
