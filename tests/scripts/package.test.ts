import { execFile } from 'node:child_process';
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/setup/project.mjs';
import { installPrograms } from '../../scripts/system-packages.ts';

const run = promisify(execFile);

const MIME_TYPE = 'application/vnd.aspen-grove';

/** What is made here is for this system; the release makes the others on theirs. */
describe.runIf(process.platform === 'linux')('the Debian package', () => {
  let scratch: string;
  /** The package unpacked, as it lies in `/`. */
  let files: string;
  let program: string;
  let control: string;

  beforeAll(async () => {
    await installPrograms(
      ['appstreamcli', 'desktop-file-validate', 'gio', 'update-mime-database', 'xdg-mime'],
      'testing a package',
    );
    const made = await run(process.execPath, [join(root, 'scripts', 'package.ts'), '--deb'], { cwd: root });
    const deb = made.stderr.match(/Made (.*\.deb)\./)?.[1] ?? '';
    scratch = mkdtempSync(join(tmpdir(), 'aspen-package-'));
    files = join(scratch, 'files');
    await run('dpkg-deb', ['--extract', deb, files]);
    control = (await run('dpkg-deb', ['--field', deb])).stdout;
    program = join(files, 'opt', 'Aspen Grove');
  }, 240_000);

  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  test('contains the program, and nothing else', () => {
    const archive = listPackage(join(program, 'resources', 'app.asar'), { isPack: false });
    const folders = new Set(archive.map((path) => path.slice(0, path.lastIndexOf('/'))));
    // Parts of bundles are named by what is in them.
    const known = archive
      .filter((path) => !folders.has(path))
      .map((path) => path.replace(/-[\w-]{8}\./, '-#.'));
    const ofProgram = known.filter(
      (path) => !/^\/(migrations|resources)\/|^\/out\/((cli|main)\/chunks|renderer\/assets)\//.test(path),
    );
    expect(ofProgram.filter((path) => !path.includes('/better-sqlite3/'))).toEqual([
      '/out/cli/aspen.js',
      '/out/cli/checker.js',
      '/out/cli/journal-worker.js',
      '/out/cli/package.json',
      '/out/cli/probe.js',
      '/out/main/index.js',
      '/out/main/journal-worker.js',
      '/out/main/planning-worker.js',
      '/out/main/probe.js',
      '/out/main/spelling-worker.js',
      '/out/preload/index.cjs',
      '/out/renderer/index.html',
      '/package.json',
    ]);
    expect(ofProgram.filter((path) => path.endsWith('.node'))).toEqual([
      `/node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
    ]);
    expect(kindsIn(known, '/node_modules/better-sqlite3/')).toEqual(['', 'js', 'json', 'node']);
    expect(kindsIn(known, '/out/cli/chunks/')).toEqual(['js']);
    expect(kindsIn(known, '/out/main/chunks/')).toEqual(['js']);
    expect(kindsIn(known, '/out/renderer/assets/')).toEqual(['css', 'js', 'woff2']);
    for (const folder of ['migrations', 'resources']) {
      const own = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('/cli'))
        // The page's bundle has the fonts.
        .filter(({ name }) => !name.endsWith('.woff2'))
        .map((entry) => `${entry.parentPath.slice(root.length)}/${entry.name}`);
      expect(archive.filter((path) => path.startsWith(`/${folder}/`) && !folders.has(path))).toEqual(
        own.sort(),
      );
    }

    expect(readdirSync(join(program, 'resources')).sort()).toEqual([
      'LICENSES.txt',
      'app.asar',
      'app.asar.unpacked',
      'apparmor-profile',
      'cli',
    ]);
    expect(readdirSync(join(program, 'locales'))).toEqual(['en-US.pak']);
    const outside = readdirSync(files, { recursive: true, encoding: 'utf8' }).filter(
      (path) => !path.startsWith('opt') && !lstatSync(join(files, path)).isDirectory(),
    );
    expect(outside.filter((path) => !path.endsWith('.png')).sort()).toEqual([
      'usr/bin/aspen',
      'usr/share/applications/aspen-grove.desktop',
      'usr/share/doc/aspen-grove/copyright',
      'usr/share/man/man1/aspen.1.gz',
      'usr/share/metainfo/app.aspengrove.AspenGrove.metainfo.xml',
      'usr/share/mime/packages/aspen-grove.xml',
    ]);
  });

  test('adds at most 12 MB to Electron', () => {
    const sizes = readdirSync(join(program, 'resources'), { recursive: true, encoding: 'utf8' })
      .map((path) => statSync(join(program, 'resources', path)))
      .map((stats) => (stats.isFile() ? stats.size : 0));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(12e6);
  });

  test('names the licence of every package in its bundles, and of fonts and dictionaries', () => {
    const licences = readFileSync(join(program, 'resources', 'LICENSES.txt'), 'utf8');
    for (const name of ['cli', 'main', 'renderer']) {
      const packages: string[] = JSON.parse(readFileSync(join(root, 'out', name, 'packages.json'), 'utf8'));
      for (const folder of packages)
        expect(licences).toContain(`\n${folder.slice(folder.lastIndexOf('node_modules/') + 13)} `);
    }
    expect(licences).toContain('\nbetter-sqlite3 ');
    expect(licences).toContain('SIL OPEN FONT LICENSE');
    expect(licences).toContain('\ndictionaries: nl-OpenTaal\n');
    expect(readFileSync(join(program, 'LICENSES.chromium.html'), 'utf8')).toContain('Chromium');
  });

  test('can be neither used as Node nor given other code', async () => {
    const fuses = await getCurrentFuseWire(join(program, 'aspen-grove'));
    const off = [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.GrantFileProtocolExtraPrivileges,
    ];
    const on = [
      FuseV1Options.EnableCookieEncryption,
      FuseV1Options.OnlyLoadAppFromAsar,
      FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    ];
    expect(off.map((fuse) => fuses[fuse])).toEqual(off.map(() => FuseState.DISABLE));
    expect(on.map((fuse) => fuses[fuse])).toEqual(on.map(() => FuseState.ENABLE));
  });

  test('tells the system its name, its license and what it needs', async () => {
    expect(control).toMatch(/^Package: aspen-grove$/m);
    expect(control).toMatch(/^Section: editors$/m);
    expect(control).toMatch(/^Depends: .*libgtk-3-0/m);
    const metainfo = join(files, 'usr/share/metainfo/app.aspengrove.AspenGrove.metainfo.xml');
    await run('appstreamcli', ['validate', '--no-net', metainfo]);
    const entry = join(files, 'usr/share/applications/aspen-grove.desktop');
    await run('desktop-file-validate', [entry]);
    const lines = readFileSync(entry, 'utf8').split('\n');
    expect(lines).toContain('Exec="/opt/Aspen Grove/aspen-grove" %F');
    expect(lines).toContain('Icon=aspen-grove');
    expect(lines).toContain(`MimeType=${MIME_TYPE};`);
    const icons = join(files, 'usr/share/icons/hicolor/256x256');
    expect(statSync(join(icons, 'apps', 'aspen-grove.png')).size).toBeGreaterThan(0);
    expect(statSync(join(icons, 'mimetypes', 'application-vnd.aspen-grove.png')).size).toBeGreaterThan(0);
  });

  test('makes the desktop open a grove with it, by its name in any capitals and by what is in it', async () => {
    const data = join(scratch, 'data');
    mkdirSync(join(data, 'mime', 'packages'), { recursive: true });
    mkdirSync(join(data, 'applications'), { recursive: true });
    const packages = join('mime', 'packages', 'aspen-grove.xml');
    copyFileSync(join(files, 'usr/share', packages), join(data, packages));
    const entry = join('applications', 'aspen-grove.desktop');
    // GLib passes over an entry whose program does not exist.
    const desktop = readFileSync(join(files, 'usr/share', entry), 'utf8');
    writeFileSync(join(data, entry), desktop.replace('/opt/Aspen Grove', program));
    await run('update-mime-database', [join(data, 'mime')]);
    await run('update-desktop-database', [join(data, 'applications')]);

    // What a file of SQLite begins with, as far as the application's id.
    const head = Buffer.alloc(100);
    head.write('SQLite format 3\0', 'latin1');
    const sqlite = Buffer.from(head);
    head.write('Aspn', 68, 'latin1');
    writeFileSync(join(scratch, 'Draft.ASPEN'), head);
    writeFileSync(join(scratch, 'copy'), head);
    writeFileSync(join(scratch, 'other'), sqlite);
    const env = { ...process.env, XDG_DATA_HOME: data, XDG_CONFIG_HOME: join(scratch, 'config') };
    const typeOf = async (name: string) => {
      const { stdout } = await run('gio', ['info', '-a', 'standard::content-type', name], {
        cwd: scratch,
        env,
      });
      return stdout.match(/content-type: (\S+)/)?.[1];
    };
    expect(await typeOf('Draft.ASPEN')).toBe(MIME_TYPE);
    expect(await typeOf('copy')).toBe(MIME_TYPE);
    expect(await typeOf('other')).toBe('application/vnd.sqlite3');
    expect((await run('gio', ['mime', MIME_TYPE], { env })).stdout).toContain('aspen-grove.desktop');
    const opener = await run('xdg-mime', ['query', 'default', MIME_TYPE], { env });
    expect(opener.stdout.trim()).toBe('aspen-grove.desktop');
  });

  test('has a command line that runs by the Node on the path', async () => {
    expect(readlinkSync(join(files, 'usr/bin/aspen'))).toBe('/opt/Aspen Grove/resources/cli/aspen');
    const grove = join(scratch, 'sample.aspen');
    await run(process.execPath, [join(root, 'scripts', 'make-sample.ts'), grove]);
    const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };
    const aspen = join(program, 'resources', 'cli', 'aspen');
    const { stdout } = await run(aspen, ['list', '--json', grove], { env });
    expect(JSON.parse(stdout).trees.length).toBeGreaterThan(1);
    expect((await run(aspen, ['doctor', grove], { env })).stdout).toContain('sample.aspen');
  });
});

/** The extensions of the files in a folder. */
function kindsIn(paths: readonly string[], folder: string): readonly string[] {
  const names = paths.filter((path) => path.startsWith(folder)).map((path) => path.split('/').at(-1) ?? '');
  return [...new Set(names.map((name) => (name.includes('.') ? (name.split('.').at(-1) ?? '') : '')))].sort();
}
