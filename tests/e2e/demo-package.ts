/** The Debian package: the main job in the program from it, its launching by the desktop, installing and removing. Linux only. */
import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/setup/project.mjs';
import { installPrograms } from '../../scripts/system-packages.ts';
import { expect } from './demo-steps.ts';
import { doPackagedJob, PACKAGED_GROVE } from './packaged-job.ts';
import { PackagedProgram, packagedSwitches } from './packaged-program.ts';

const run = promisify(execFile);

/** Where the package puts the program. */
const INSTALLED = '/opt/Aspen Grove/aspen-grove';

/** Makes the package and shows what it does. @param folder for the groves and pictures @returns what was checked, as lines */
export async function showPackage(folder: string): Promise<readonly string[]> {
  await installPrograms(['gio'], 'launching a package');
  const { stderr } = await run(process.execPath, [join(root, 'scripts', 'package.ts'), '--deb'], {
    cwd: root,
  });
  const deb = stderr.match(/Made (.*\.deb)\./)?.[1];
  if (deb === undefined) throw new Error(`No package was made: ${stderr}`);
  const scratch = mkdtempSync(join(tmpdir(), 'aspen-package-'));
  try {
    const prefix = join(scratch, 'prefix');
    await run('dpkg-deb', ['--extract', deb, prefix]);
    const data = join(scratch, 'data');
    const executable = join(prefix, INSTALLED);
    const job = await doPackagedJob({ executable, data, folder });
    const launched = await launchByDesktop({ prefix, data, folder });
    return [...job, ...launched, ...(await installAndRemove(deb, join(scratch, 'root'), folder))];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Unpacked {
  readonly prefix: string;
  readonly data: string;
  readonly folder: string;
}

/** Opens a grove as a double click does, then two more while the program runs. */
async function launchByDesktop({ prefix, data, folder }: Unpacked): Promise<readonly string[]> {
  const names = ['Ärger & “more”.ASPEN', 'Two.aspen', 'Three.aspen'];
  const files = names.map((name) => join(folder, name));
  const titles = names.map((name) => basename(name, extname(name)));
  const [first = '', ...others] = files;
  const executable = join(prefix, INSTALLED);
  const maker = await PackagedProgram.start(executable, data, ['--create', ...files]);
  for (const title of titles) await maker.window(title);
  await maker.quit();

  // The package's own entry, but for the place where this package lies and the data of this demonstration.
  const entry = readFileSync(join(prefix, 'usr/share/applications/aspen-grove.desktop'), 'utf8');
  const own = [`"${executable}"`, ...packagedSwitches(data)].join(' ');
  assert.ok(entry.includes(`Exec="${INSTALLED}" %F\n`));
  const desktop = join(dirname(data), 'aspen-grove.desktop');
  writeFileSync(desktop, entry.replace(`"${INSTALLED}"`, own));

  const program = await PackagedProgram.startedBy('gio', ['launch', desktop, first], data);
  const page = await program.window(titles[0] ?? '');
  // The second start ends by itself once the first has its files.
  await run(executable, [...packagedSwitches(data), ...others]);
  for (const title of titles) await program.window(title);
  expect(program.pages).toHaveLength(3);
  await page.screenshot({ path: join(folder, 'packaged-by-desktop.png') });
  await program.quit();
  return [
    'a grove named .ASPEN, with odd characters, opened by the desktop entry’s %F',
    'a second start handed two files over, and each has its window',
  ];
}

/** Programs that the package's scripts need in a root folder of their own. */
const SCRIPT_PROGRAMS = ['bash', 'chmod', 'ln', 'readlink', 'rm', 'unshare'];

/** Installs the package in a root folder of its own and removes it; a writer's folder in there stays as it was. */
async function installAndRemove(deb: string, base: string, folder: string): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) return ['not root: installing and removing were left out'];
  for (const each of ['bin', 'usr/bin', 'var/lib/dpkg/info', 'var/lib/dpkg/updates'])
    mkdirSync(join(base, each), { recursive: true });
  writeFileSync(join(base, 'var/lib/dpkg/status'), '');
  for (const name of SCRIPT_PROGRAMS) await copyProgram(name, base);

  const data = join(base, 'home/writer/.config/Aspen Grove');
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'settings.json'), '{}');
  const grove = join(base, 'home/writer', `${PACKAGED_GROVE}.aspen`);
  cpSync(join(folder, `${PACKAGED_GROVE}.aspen`), grove);
  const before = readFileSync(grove);

  const dpkg = (...args: string[]) =>
    run('dpkg', [`--root=${base}`, '--force-depends', '--log=/dev/null', ...args], { maxBuffer: 1e8 });
  await dpkg('--install', deb);
  assert.ok(existsSync(join(base, INSTALLED)));
  await dpkg('--purge', 'aspen-grove');
  assert.ok(!existsSync(join(base, dirname(INSTALLED))));
  assert.ok(!existsSync(join(base, 'usr/bin/aspen-grove')));
  assert.equal(readFileSync(join(data, 'settings.json'), 'utf8'), '{}');
  assert.deepEqual(readFileSync(grove), before);
  return ['installed and removed in a root of its own: the writer’s data folder and grove are as they were'];
}

/** Copies a program with its libraries. */
async function copyProgram(name: string, base: string): Promise<void> {
  const path = (await run('which', [name])).stdout.trim();
  const { stdout } = await run('ldd', [path]);
  await run('cp', ['-L', '--parents', ...(stdout.match(/\/\S+/g) ?? []), base]);
  await run('cp', ['-L', path, join(base, 'bin', name)]);
}
