import { sep } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../setup/project.mjs';

/** The file beside a bundle that lists the folders of the packages in it, relative to the project's. */
export const PACKAGES_FILE = 'packages.json';

/** Writes which packages a bundle contains, so that a package of the program can carry their licences. */
export function listPackages(): Plugin {
  return {
    name: 'list-packages',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []));
      const source = JSON.stringify([...new Set(modules.flatMap(packageFolder))].sort(), null, 2);
      this.emitFile({ type: 'asset', fileName: PACKAGES_FILE, source });
    },
  };
}

/** The folder of the package that a module belongs to; none for the project's own and for those of the bundler. */
function packageFolder(module: string): readonly string[] {
  const path = module.replace(/^\0/, '').split(sep).join('/');
  const found = path.match(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0];
  const start = `${root.split(sep).join('/')}/`;
  return found?.startsWith(start) ? [found.slice(start.length)] : [];
}
