// Does what Electron's default app does, for a runtime that comes without it: loads the modules given by `-r`, takes
// the app's folder from the command line, applies its package.json to the running app, and imports its main. As there,
// the import is awaited, so that the app's main has run before `ready`.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const require = createRequire(import.meta.url);

/** The modules given by `-r`, and the first argument that is not a switch of Chromium or Playwright. */
function readArguments(args) {
  const modules = [];
  let named;
  for (let index = 0; index < args.length && named === undefined; index += 1) {
    const argument = args[index];
    if (argument === '-r') modules.push(resolve(args[++index]));
    else if (!argument.startsWith('-')) named = argument;
  }
  return { modules, named };
}

const { modules, named } = readArguments(process.argv.slice(1));
if (named === undefined) {
  process.stderr.write('Give the app to run: electron FOLDER\n');
  process.exit(1);
}
for (const module of modules) require(module);
const folder = resolve(named);
const description = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));

Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });
app.setVersion(description.version);
app.name = description.productName ?? description.name;
app.setDesktopName(description.desktopName ?? `${app.name}.desktop`);
app.setAppPath(folder);
await import(pathToFileURL(require.resolve(folder)).href);
