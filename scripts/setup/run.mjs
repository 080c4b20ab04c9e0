import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { SetupError } from './say.mjs';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] the whole environment; defaults to that of this process
 * @property {number} [timeout] milliseconds until the program is ended
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

/**
 * Ends the programs that this process started, letting each close properly; resolves when all have exited.
 *
 * @returns {Promise<void>}
 */
export async function endAll() {
  const gone = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(gone);
}

/**
 * Starts a program that ends with this process.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {import('node:child_process').ChildProcess}
 */
export function start(command, args, options) {
  const child = spawn(command, args, options);
  running.add(child);
  const forget = () => running.delete(child);
  child.once('exit', forget);
  child.once('error', forget);
  return child;
}

/**
 * Runs a program on this process's own terminal and returns its exit code: 128 plus the signal's number if a
 * signal ended it.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>}
 */
export function show(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = start(command, args, { ...options, stdio: 'inherit' });
    child.once('error', (error) => reject(cannotStart(command, error)));
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)));
  });
}

/**
 * Runs a program and captures its output. `output` is both streams in the order they arrived.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ readonly code: number, readonly stdout: string, readonly output: string }>}
 */
export function capture(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.once('error', (error) => reject(cannotStart(command, error)));
    child.once('close', (code, signal) => resolve({ code: exitCode(code, signal), stdout, output }));
  });
}

/**
 * Runs a program that should succeed, printing nothing unless it fails; returns its standard output.
 *
 * @param {string} what subject of the message if it fails: “Installing the packages”
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>}
 */
export async function run(what, command, args, options = {}) {
  const { code, stdout, output } = await capture(command, args, options);
  if (code !== 0) {
    throw new SetupError(`${what} failed (exit code ${code}):\n${stripVTControlCharacters(output).trim()}`);
  }
  return stdout;
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 * @returns {number}
 */
function exitCode(code, signal) {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

/**
 * @param {string} command
 * @param {Error} error
 * @returns {SetupError}
 */
function cannotStart(command, error) {
  return new SetupError(`Could not start ${command}: ${error.message}`);
}
