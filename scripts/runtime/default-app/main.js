// What Electron's own default app does, for a runtime that comes without it: take the app's folder from the
// command line, make its package.json the running app's, and import its main. The import is awaited here, as
// there: the app's main has run before `ready`.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

// Chromium's switches come first and Playwright adds some of its own: the first argument that is none is the folder.
const argument = process.argv.slice(1).find((each) => !each.startsWith('-'));
if (argument === undefined) {
  process.stderr.write('Say which app to run: electron FOLDER\n');
  process.exit(1);
}
const folder = resolve(argument);
const description = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));

Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });
app.setVersion(description.version);
app.name = description.productName ?? description.name;
app.setDesktopName(description.desktopName ?? `${app.name}.desktop`);
app.setAppPath(folder);
await import(pathToFileURL(createRequire(import.meta.url).resolve(folder)).href);
