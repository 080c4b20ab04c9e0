import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { root } from '../setup/project.mjs';
import { isSigned } from './signing.ts';
import type { StagedFiles } from './staged-files.ts';

/** Permanent: systems know the program, its settings and its windows by it. */
const APP_ID = 'app.aspengrove.AspenGrove';
const MIME_TYPE = 'application/vnd.aspen-grove';

/** The command of the program on Linux, and the name of its desktop entry and its icon. */
export const LINUX_NAME = 'aspen-grove';

const SQLITE = 'node_modules/better-sqlite3';

const build = join(root, 'build');

export interface PackageOptions {
  readonly staged: StagedFiles;
  /** Folder for what is made. */
  readonly output: string;
  readonly electronVersion: string;
  /** Folder of the Electron to take; by default the builder downloads the one for each target. */
  readonly electronDist: string | undefined;
  readonly forTrial: boolean;
}

/** The builder's whole configuration, so that no other file of the project changes what it makes. */
export function builderConfig(options: PackageOptions): Configuration {
  const { staged, output, electronVersion, electronDist, forTrial } = options;
  const isWindows = process.platform === 'win32';
  const mark = `${forTrial ? '_for-trial' : ''}${isSigned() ? '' : '_unsigned'}`;
  return {
    appId: APP_ID,
    productName: 'Aspen Grove',
    copyright: 'The Aspen Grove authors, MIT licence',
    directories: { app: staged.app, output, buildResources: build },
    electronVersion,
    ...(electronDist === undefined ? {} : { electronDist }),
    electronLanguages: ['en-US'],
    // The builder passes over node_modules unless it is a set of its own.
    files: ['**/*', { from: join(staged.app, SQLITE), to: SQLITE }],
    // Everything that goes in is staged: false keeps the builder from adding packages of its own choice.
    beforeBuild: () => Promise.resolve(false),
    asar: true,
    // Native code cannot be loaded from an archive, and the command line has no Electron to read one with.
    asarUnpack: [`${SQLITE}/**/*`, 'migrations/**/*', 'out/cli/**/*'],
    extraResources: [
      { from: staged.licences, to: 'LICENSES.txt' },
      {
        from: join(root, 'resources', 'cli'),
        to: 'cli',
        filter: [isWindows ? 'aspen.cmd' : 'aspen', 'aspen.1'],
      },
    ],
    electronFuses: {
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      grantFileProtocolExtraPrivileges: false,
      enableCookieEncryption: true,
      onlyLoadAppFromAsar: true,
      enableEmbeddedAsarIntegrityValidation: true,
      resetAdHocDarwinSignature: true,
    },
    // The runtime that the set-up makes can run any program; one in a package must not.
    afterExtract: ({ appOutDir }) =>
      rm(join(appOutDir, 'resources', 'app'), { recursive: true, force: true }),
    artifactName: `\${name}_\${version}${mark}_\${os}_\${arch}.\${ext}`,
    publish: null,
    linux: {
      executableName: LINUX_NAME,
      // The builder's own %U would pass addresses.
      executableArgs: ['%F'],
      syncDesktopName: true,
      // X11 knows a window by the program's name, Wayland by the desktop entry's.
      desktop: { entry: { StartupWMClass: 'Aspen Grove', StartupNotify: 'true' } },
      category: 'Office;WordProcessor',
      synopsis: `Write long fiction with language models${forTrial ? ' (for trial)' : ''}`,
      // The type itself is defined by our own file: the builder's would know it by the extension only.
      mimeTypes: [MIME_TYPE],
      icon: join(build, 'icons'),
    },
    deb: {
      packageCategory: 'editors',
      depends: [
        'libgtk-3-0 | libgtk-3-0t64',
        'libnss3',
        'libasound2 | libasound2t64',
        'libgbm1',
        'libxss1',
        'libxtst6',
        'libatspi2.0-0 | libatspi2.0-0t64',
        'libsecret-1-0',
        'xdg-utils',
      ],
      recommends: [],
      fpm: ['--deb-suggests', 'nodejs (>= 22)', ...linuxFiles(staged)],
    },
    rpm: { fpm: [...linuxFiles(staged)] },
    mac: {
      category: 'public.app-category.productivity',
      icon: staged.icons.mac,
      hardenedRuntime: true,
      fileAssociations: [
        { ext: 'aspen', name: 'Aspen grove', icon: staged.icons.macFile, role: 'Editor', rank: 'Owner' },
      ],
      extendInfo: {
        UTExportedTypeDeclarations: [
          {
            UTTypeIdentifier: 'app.aspengrove.grove',
            UTTypeDescription: 'Aspen grove',
            UTTypeConformsTo: ['public.data', 'public.database'],
            UTTypeTagSpecification: {
              'public.filename-extension': ['aspen'],
              'public.mime-type': [MIME_TYPE],
            },
          },
        ],
      },
    },
    win: {
      icon: staged.icons.windows,
      ...azureSigning(),
      fileAssociations: [
        { ext: 'aspen', name: 'Aspen grove', description: 'Aspen grove', icon: staged.icons.windowsFile },
      ],
    },
    // Windows associates files with programs that are installed for the whole machine only.
    nsis: {
      oneClick: false,
      perMachine: true,
      allowToChangeInstallationDirectory: true,
      deleteAppDataOnUninstall: false,
    },
  };
}

/** What a Linux package installs outside the program's own folder, as fpm's arguments: `file=/where/it/goes`. */
function linuxFiles({ licences, manual, launcher }: StagedFiles): readonly string[] {
  const linux = join(build, 'linux');
  const metainfo = `${APP_ID}.metainfo.xml`;
  const icons = readdirSync(join(build, 'file-icons')).map((file) => {
    const folder = `/usr/share/icons/hicolor/${basename(file, '.png')}/mimetypes`;
    return `${join(build, 'file-icons', file)}=${folder}/${MIME_TYPE.replace('/', '-')}.png`;
  });
  return [
    `${join(linux, `${LINUX_NAME}.xml`)}=/usr/share/mime/packages/${LINUX_NAME}.xml`,
    `${join(linux, metainfo)}=/usr/share/metainfo/${metainfo}`,
    `${launcher}=/usr/bin/aspen`,
    `${manual}=/usr/share/man/man1/aspen.1.gz`,
    `${licences}=/usr/share/doc/${LINUX_NAME}/copyright`,
    ...icons,
  ];
}

/** Signing by Azure, if the environment names an account; the builder reads the rest of `AZURE_*` itself. */
function azureSigning() {
  const { AZURE_ENDPOINT, AZURE_ACCOUNT, AZURE_PROFILE, AZURE_PUBLISHER } = process.env;
  if (!AZURE_ENDPOINT || !AZURE_ACCOUNT || !AZURE_PROFILE || !AZURE_PUBLISHER) return {};
  return {
    azureSignOptions: {
      endpoint: AZURE_ENDPOINT,
      codeSigningAccountName: AZURE_ACCOUNT,
      certificateProfileName: AZURE_PROFILE,
      publisherName: AZURE_PUBLISHER,
    },
  };
}
