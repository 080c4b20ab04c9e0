import { expect, test } from 'vitest';
import { findPortableFolder } from '../../src/main/portable-folder.ts';

const packaged = {
  isPackaged: true,
  platform: 'linux',
  executable: '/media/stick/aspen/aspen-grove',
  appImage: undefined,
  isDataFolderNamed: false,
  isFolder: () => true,
} as const;

test.each([
  ['beside the program', {}, '/media/stick/aspen/Aspen Grove Data'],
  [
    'beside the AppImage, not in its mount',
    { appImage: '/media/stick/Aspen.AppImage' },
    '/media/stick/Aspen Grove Data',
  ],
  ['nowhere if there is no such folder', { isFolder: () => false }, undefined],
  ['nowhere in a checkout', { isPackaged: false }, undefined],
  ['nowhere on a Mac', { platform: 'darwin' as const }, undefined],
  ['nowhere if the command line names another', { isDataFolderNamed: true }, undefined],
])('the portable data folder is %s', (_what, program, folder) => {
  expect(findPortableFolder({ ...packaged, ...program })).toBe(folder);
});
