import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { capture, run } from './setup/run.mjs';
import { SetupError, say } from './setup/say.mjs';

/** The packages that Electron links against on Debian and Ubuntu; apt adds their dependencies. */
const electronPackages = [
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libatk1.0-0',
  'libatk-bridge2.0-0',
  'libcups2',
  'libdrm2',
  'libxkbcommon0',
];

/** The Debian package of each program that set-up may need. */
const programPackages: Readonly<Record<string, string>> = {
  make: 'make',
  'g++': 'g++',
  python3: 'python3',
  Xvfb: 'xvfb',
  appstreamcli: 'appstream',
  'desktop-file-validate': 'desktop-file-utils',
  gio: 'libglib2.0-bin',
  'update-mime-database': 'shared-mime-info',
  'xdg-mime': 'xdg-utils',
  java: 'default-jre-headless',
  soffice: 'libreoffice-writer-nogui',
};

/** Ensures that this machine has every library the executable needs (Linux). */
export async function installLibraries(executable: string): Promise<void> {
  if (process.platform !== 'linux') return;
  if ((await findMissingLibraries(executable)).length === 0) return;
  await installPackages(electronPackages, 'opening a window');
  const missing = await findMissingLibraries(executable);
  if (missing.length > 0)
    throw new SetupError(`System libraries that Electron needs are still missing: ${missing.join(', ')}.`);
}

/**
 * Ensures that programs are on the path (Linux).
 *
 * @param purpose what they are needed for, as the end of a sentence
 */
export async function installPrograms(names: readonly string[], purpose: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const missing = names.filter((name) => !isOnPath(name));
  if (missing.length === 0) return;
  await installPackages(
    missing.map((name) => programPackages[name] ?? name),
    purpose,
  );
}

/** The libraries that `ldd` does not find, and GTK if missing, which some versions of Electron load themselves. */
async function findMissingLibraries(executable: string): Promise<readonly string[]> {
  const linked = await capture('ldd', [executable]);
  const missing = missingFromLdd(linked.output);
  const gtk = 'libgtk-3.so.0';
  const known = await capture('ldconfig', ['-p'], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` },
  });
  return known.output.includes(gtk) || missing.includes(gtk) ? missing : [...missing, gtk];
}

/** The libraries that `ldd` reports as not found, each once, in its order. */
export function missingFromLdd(output: string): readonly string[] {
  const lines = output.split('\n').filter((line) => line.includes('=> not found'));
  return [...new Set(lines.map((line) => line.trim().split(' ')[0] ?? ''))];
}

/** Installs Debian packages if that needs no password; otherwise throws with the command to run. */
async function installPackages(packages: readonly string[], purpose: string): Promise<void> {
  const release = readRelease();
  if (!isDebianLike(release)) {
    throw new SetupError(
      `What these Debian packages contain is needed for ${purpose}: ${packages.join(' ')}. Install it and try again.`,
    );
  }
  const names = packages.map((name) => packageName(name, release));
  const args = ['install', '-y', '--no-install-recommends', ...names];
  const isRoot = process.getuid?.() === 0;
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY;
  if (!isRoot || hasTerminal) {
    const sudo = isRoot ? '' : 'sudo ';
    throw new SetupError(
      `Some system packages needed for ${purpose} are missing. Install them and try again:\n` +
        `  ${sudo}apt-get update && ${sudo}apt-get ${args.join(' ')}`,
    );
  }
  say(`Installing system packages for ${purpose}: ${names.join(' ')}.`);
  const wait = ['-o', 'DPkg::Lock::Timeout=120', '-q'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('Reading the list of system packages (apt-get update)', 'apt-get', [...wait, 'update'], { env });
  await run('Installing system packages (apt-get install)', 'apt-get', [...wait, ...args], { env });
}

/** `/etc/os-release` as names and values; empty if there is none. */
function readRelease(): Readonly<Record<string, string>> {
  let text: string;
  try {
    text = readFileSync('/etc/os-release', 'utf8');
  } catch {
    return {};
  }
  return parseRelease(text);
}

/** Parses the `NAME=value` lines of `os-release`, without quotes. */
export function parseRelease(text: string): Readonly<Record<string, string>> {
  const entries = text.split('\n').map((line) => line.match(/^(\w+)="?([^"]*)"?$/));
  return Object.fromEntries(
    entries.filter((each) => each !== null).map(([, name = '', value = '']) => [name, value]),
  );
}

function isDebianLike(release: Readonly<Record<string, string>>): boolean {
  return `${release.ID} ${release.ID_LIKE}`.split(' ').some((id) => id === 'debian' || id === 'ubuntu');
}

/**
 * The name of a package in this release. Since the move to a 64-bit time_t (Debian 13, Ubuntu 24.04) apt
 * resolves most old names to the new ones, but two packages provide `libasound2`.
 */
export function packageName(name: string, release: Readonly<Record<string, string>>): string {
  if (name !== 'libasound2') return name;
  // Debian testing and unstable have no version number.
  const number = Number(release.VERSION_ID ?? Number.POSITIVE_INFINITY);
  const first = release.ID === 'debian' ? 13 : 24.04;
  return number >= first ? 'libasound2t64' : name;
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
