import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPage } from '../../../src/main/app/page.ts';
import { temporaryFolder } from '../../helpers/grove.ts';

const SERVER = 'http://localhost:5173';
const OWN = { origin: 'app://aspen', address: 'app://aspen/index.html' };

function checkout(): string {
  const root = temporaryFolder();
  mkdirSync(join(root, 'src', 'renderer'), { recursive: true });
  writeFileSync(join(root, 'src', 'renderer', 'index.html'), '');
  return root;
}

test('a checkout takes its page from the development server that it is told of', () => {
  const page = findPage({ developmentServer: SERVER, isPackaged: false, root: checkout() });
  expect(page).toEqual({ origin: SERVER, address: `${SERVER}/index.html` });
});

test.each([
  ['a packaged program', { isPackaged: true }],
  ['a program without its sources', { root: '/nowhere' }],
  ['a checkout that is told of none', { developmentServer: undefined }],
  ['a checkout that is told of another computer', { developmentServer: 'https://example.com' }],
  [
    'a checkout that is told of a name that only begins so',
    { developmentServer: 'http://localhost.example.com' },
  ],
  ['a checkout that is told of a file', { developmentServer: 'file:///tmp/index.html' }],
  ['a checkout that is told nonsense', { developmentServer: 'not an address' }],
])('%s has only its own page', (_name, options) => {
  expect(findPage({ developmentServer: SERVER, isPackaged: false, root: checkout(), ...options })).toEqual(
    OWN,
  );
});
