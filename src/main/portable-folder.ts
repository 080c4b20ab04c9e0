import { dirname, join } from 'node:path';

interface Program {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  readonly executable: string;
  /** `APPIMAGE`: the file that the program runs from, while it is mounted elsewhere. */
  readonly appImage: string | undefined;
  /** The command line names a data folder. */
  readonly isDataFolderNamed: boolean;
  isFolder(path: string): boolean;
}

/**
 * The folder beside the program that is its data folder, if the writer has made one (`packaging.md`, *Living on a
 * desktop*). Macs move programs and run them from elsewhere, so there is none for them.
 */
export function findPortableFolder(program: Program): string | undefined {
  const { isPackaged, platform, executable, appImage, isDataFolderNamed, isFolder } = program;
  if (!isPackaged || isDataFolderNamed || platform === 'darwin') return undefined;
  const folder = join(dirname(appImage ?? executable), 'Aspen Grove Data');
  return isFolder(folder) ? folder : undefined;
}
