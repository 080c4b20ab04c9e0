import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../setup/project.mjs';
import { SetupError } from '../setup/say.mjs';
import { PACKAGES_FILE } from './bundled-packages.ts';
import { writeIcns, writeIco } from './icon-containers.ts';
import { describeLicences } from './licences.ts';

/** A system and a processor that a package is for, as Node names them. */
export interface Target {
  readonly platform: NodeJS.Platform;
  readonly arch: NodeJS.Architecture;
}

/** What is staged for one target, as absolute paths. */
export interface StagedFiles {
  /** What goes into the archive, or is unpacked beside it. */
  readonly app: string;
  /** The licences of everything in `app`. */
  readonly licences: string;
  /** The manual page of the command line, compressed as Linux wants it. */
  readonly manual: string;
  /** A link to the command line's launcher where a Linux package installs it. */
  readonly launcher: string;
  /** The icons of the program and of its files, in the forms that macOS and Windows read. */
  readonly icons: {
    readonly mac: string;
    readonly macFile: string;
    readonly windows: string;
    readonly windowsFile: string;
  };
}

export interface StageOptions {
  /** An empty folder, or one that was staged before, which is replaced. */
  readonly folder: string;
  readonly target: Target;
  /** What the package carries in place of better-sqlite3's own binary for the target. */
  readonly sqliteBinding: string | undefined;
  /** The Electron inside is not the one that users get. */
  readonly forTrial: boolean;
}

/** The files of better-sqlite3 that run: its C sources and the binaries for other systems stay behind. */
const sqliteFiles = ['package.json', 'LICENSE', 'lib'];

/** Copies what belongs in a package to a folder of its own, so that nothing else can get into one. */
export function stageFiles({ folder, target, sqliteBinding, forTrial }: StageOptions): StagedFiles {
  const app = join(folder, 'app');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(app, { recursive: true });

  copy(join(root, 'migrations'), join(app, 'migrations'));
  for (const name of readdirSync(join(root, 'resources'))) {
    if (name !== 'cli') copy(join(root, 'resources', name), join(app, 'resources', name));
  }
  // The page's bundle has the fonts.
  for (const name of readdirSync(join(app, 'resources', 'fonts'))) {
    if (name.endsWith('.woff2')) rmSync(join(app, 'resources', 'fonts', name));
  }
  for (const name of readdirSync(join(root, 'out'))) {
    if (!name.startsWith('.')) copy(join(root, 'out', name), join(app, 'out', name));
  }

  const sqlite = join('node_modules', 'better-sqlite3');
  for (const name of sqliteFiles) copy(join(root, sqlite, name), join(app, sqlite, name));
  const binary = join('prebuilds', `${target.platform}-${target.arch}.node`);
  copy(sqliteBinding ?? join(root, sqlite, binary), join(app, sqlite, binary));

  writeJson(join(app, 'package.json'), { ...manifest(), ...(forTrial ? { forTrial } : {}) });

  const licences = join(folder, 'LICENSES.txt');
  writeFileSync(licences, describeLicences());
  const manual = join(folder, 'aspen.1.gz');
  writeFileSync(manual, gzipSync(readFileSync(join(root, 'resources', 'cli', 'aspen.1')), { level: 9 }));
  const launcher = join(folder, 'aspen');
  if (target.platform === 'linux') symlinkSync('/opt/Aspen Grove/resources/cli/aspen', launcher);
  return { app, licences, manual, launcher, icons: writeIcons(folder) };
}

function writeIcons(folder: string): StagedFiles['icons'] {
  const [program, file] = [join(root, 'build', 'icons'), join(root, 'build', 'file-icons')];
  const icons = {
    mac: join(folder, 'program.icns'),
    macFile: join(folder, 'grove.icns'),
    windows: join(folder, 'program.ico'),
    windowsFile: join(folder, 'grove.ico'),
  };
  writeIcns(program, icons.mac);
  writeIcns(file, icons.macFile);
  writeIco(program, icons.windows);
  writeIco(file, icons.windowsFile);
  return icons;
}

/** What the program and the builder read of `package.json`: no scripts, and no packages to install. */
function manifest(): Record<string, unknown> {
  const whole: Record<string, unknown> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const kept = [
    'name',
    'productName',
    'desktopName',
    'version',
    'description',
    'author',
    'homepage',
    'license',
    'type',
    'main',
  ];
  return Object.fromEntries(kept.map((name) => [name, whole[name]]));
}

/** Copies a file or a folder without source maps and what only a build reads. */
function copy(from: string, to: string): void {
  if (!existsSync(from)) throw new SetupError(`A package needs ${from}, which does not exist.`);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, {
    recursive: true,
    filter: (path) => !path.endsWith('.map') && !path.endsWith(PACKAGES_FILE),
  });
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
