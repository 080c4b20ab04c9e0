import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/project.mjs';
import { SetupError } from '../setup/say.mjs';
import { PACKAGES_FILE } from './bundled-packages.ts';

/**
 * The licences of everything in a package of the program but Electron, which brings its own: of the program, of the
 * packages in its bundles, and of fonts and dictionaries.
 *
 * @throws SetupError if a package has no text of a licence, because its licence could not be passed on then
 */
export function describeLicences(): string {
  const own = { title: 'Aspen Grove', text: readFileSync(join(root, 'LICENSE'), 'utf8') };
  const parts = [own, ...packageFolders().map(describePackage), ...resourceLicences()];
  const line = '='.repeat(80);
  return parts.map(({ title, text }) => `${line}\n${title}\n${line}\n\n${text.trim()}\n`).join('\n');
}

interface Licence {
  readonly title: string;
  readonly text: string;
}

/** The folders of the packages that are in a bundle, and of the one that is not because it is native. */
function packageFolders(): readonly string[] {
  const bundles = readdirSync(join(root, 'out'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(PACKAGES_FILE))
    .flatMap((path): string[] => JSON.parse(readFileSync(join(root, 'out', path), 'utf8')));
  return [...new Set([...bundles, 'node_modules/better-sqlite3'])].sort();
}

function describePackage(folder: string): Licence {
  const { name, version, license }: { name: string; version: string; license?: string } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  );
  const files = readdirSync(join(root, folder)).filter((file) =>
    /^(licen[cs]e|copying|notice)\b/i.test(file),
  );
  if (files.length === 0)
    throw new SetupError(`The package ${name} has no text of its licence (${license}).`);
  const text = files.map((file) => readFileSync(join(root, folder, file), 'utf8').trim()).join('\n\n');
  return { title: `${name} ${version} (${license})`, text };
}

/** The licences beside fonts and dictionaries. */
function resourceLicences(): readonly Licence[] {
  return ['fonts', 'dictionaries'].flatMap((folder) => {
    const path = join(root, 'resources', folder);
    return readdirSync(path)
      .filter((file) => file.endsWith('-LICENSE.txt'))
      .map((file) => ({
        title: `${folder}: ${file.replace('-LICENSE.txt', '')}`,
        text: readFileSync(join(path, file), 'utf8'),
      }));
  });
}
