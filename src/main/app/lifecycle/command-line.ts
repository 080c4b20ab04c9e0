import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The groves that a start of the program is to open. */
export interface LaunchFiles {
  /** Absolute paths, in the order given. */
  readonly paths: readonly string[];
  /** Those that do not exist are created without asking. */
  readonly creates: boolean;
}

export type CommandLine =
  | { readonly kind: 'open'; readonly files: LaunchFiles }
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'unknown'; readonly option: string };

/** Switches of Chromium, Electron, Node's inspector and the systems, which are theirs to read. */
const FOREIGN_SWITCHES =
  /^(--(no-sandbox|no-zygote|single-process|in-process-gpu|user-data-dir|lang|v|vmodule|password-store|class|name|window-size|window-position|high-dpi-support|headless|auth-.+|(allow|custom|debug|disable|enable|force|gtk|ignore|inspect|js|log|ozone|origin|proxy|remote|trace|use|wayland|x11)(-.+)?)(=.*)?|-psn_.*|-(NS|Apple).+)$/s;

/**
 * Reads the program's own arguments (`packaging.md`, *Opening*).
 * @param args without the executable, and without the app's folder
 * @param folder the working directory of whoever started the program
 */
export function readCommandLine(args: readonly string[], folder: string): CommandLine {
  const end = args.indexOf('--');
  const options = (end === -1 ? args : args.slice(0, end)).filter((arg) => arg.startsWith('-'));
  const own = options.filter((option) => !FOREIGN_SWITCHES.test(option));
  if (own.some((option) => option === '--help' || option === '-h')) return { kind: 'help' };
  if (own.some((option) => option === '--version' || option === '-v')) return { kind: 'version' };
  const unknown = own.find((option) => option !== '--create');
  if (unknown !== undefined) return { kind: 'unknown', option: unknown };
  const named = args.filter((arg, at) => at !== end && (!arg.startsWith('-') || (end !== -1 && at > end)));
  const paths = named.filter((name) => name !== '').map((name) => resolve(folder, pathOf(name)));
  return { kind: 'open', files: { paths: [...new Set(paths)], creates: own.includes('--create') } };
}

/** The arguments of the app itself. @param isDefaultApp Electron was given the app's folder, as in a checkout */
export function ownArguments(argv: readonly string[], isDefaultApp: boolean): readonly string[] {
  const args = argv.slice(1);
  if (!isDefaultApp) return args;
  const app = args.findIndex(
    (arg, at) => !arg.startsWith('-') && args[at - 1] !== '-r' && args[at - 1] !== '--require',
  );
  return app === -1 ? [] : args.slice(app + 1);
}

/** The files as a second start hands them to the first: Electron loses data with a zero byte, and so all but plain letters. */
export function handFiles(files: LaunchFiles): Record<string, string> {
  return { files: encodeURIComponent(JSON.stringify(files)) };
}

/** Reads what `handFiles` made; no files if it is not of this version of the program. */
export function readHandedFiles(handed: unknown): LaunchFiles {
  const none: LaunchFiles = { paths: [], creates: false };
  if (typeof handed !== 'object' || handed === null || !('files' in handed)) return none;
  const { files } = handed;
  if (typeof files !== 'string') return none;
  const read: unknown = JSON.parse(decodeURIComponent(files));
  if (typeof read !== 'object' || read === null || !('paths' in read) || !('creates' in read)) return none;
  const { paths, creates } = read;
  const isList = Array.isArray(paths) && paths.every((path) => typeof path === 'string');
  return { paths: isList ? paths : [], creates: creates === true };
}

/** A `file:` address as a path; anything else, also an address of no file here, as it is. */
function pathOf(name: string): string {
  if (!/^file:/i.test(name)) return name;
  // A file manager encodes these signs, and people who type an address do not.
  const address = name
    .replaceAll('#', '%23')
    .replaceAll('?', '%3F')
    .replaceAll(/%(?![\da-f]{2})/gi, '%25');
  try {
    return fileURLToPath(address);
  } catch {
    return name;
  }
}
