// Moves the files that docs/design/moved.md lists and rewrites what names them: import specifiers and other relative
// paths in string literals, paths from the repository's root, and, where a file's name changed, the name by itself.
// Tests that mirror a moved file move with it. A row whose file has moved already is passed over.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative } from 'node:path';

const TABLE = 'docs/design/moved.md';
const root = join(import.meta.dirname, '..');
process.chdir(root);

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' });
const tracked = git('ls-files').split('\n').filter(Boolean);
const folders = new Set(tracked.flatMap(foldersAbove));

/** Only rows under this folder are carried out; all of them without it. */
const under = process.argv[2] ?? '';
const moves = new Map<string, string>();
for (const [, from, to] of readFileSync(TABLE, 'utf8').matchAll(/^\| `([^`]+)` \| `([^`]+)` \|$/gm)) {
  if (from === undefined || to === undefined || !from.startsWith(under)) continue;
  if (!existsSync(from)) continue;
  if (existsSync(to)) throw new Error(`${to} is there already.`);
  moves.set(from, to);
}
for (const [from, to] of [...moves]) {
  for (const ending of ['.test.ts', '.test.tsx']) {
    const test = mirrorOf(from, ending);
    if (tracked.includes(test)) moves.set(test, mirrorOf(to, ending));
  }
}

/** The file that tests `path`, where it has one: `src/core/a.ts` is tested by `tests/core/a.test.ts`. */
function mirrorOf(path: string, ending: string): string {
  return path.replace(/^src\//, 'tests/').replace(/\.tsx?$/, ending);
}

function foldersAbove(path: string): string[] {
  const above: string[] = [];
  for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) above.push(folder);
  return above;
}

const isText = (path: string) => /\.(ts|tsx|mjs|js|css|json|md|html|grit|c)$/.test(path);

for (const file of tracked.filter((path) => isText(path) && path !== TABLE && path !== 'package-lock.json')) {
  if (!existsSync(file)) continue;
  const before = readFileSync(file, 'utf8');
  let after = rewriteSpecifiers(before, file);
  for (const [from, to] of moves) {
    after = after.replaceAll(new RegExp(`(?<![\\w./-])${escaped(from)}(?![\\w-])`, 'g'), to);
    const [name, newName] = [basename(from), basename(to)];
    if (name !== newName && !name.includes('.test.') && !name.endsWith('.css')) {
      after = after.replaceAll(new RegExp(`(?<![\\w./-])${escaped(name)}(?![\\w-])`, 'g'), newName);
    }
  }
  if (after !== before) writeFileSync(file, after);
}
for (const [from, to] of moves) {
  mkdirSync(dirname(to), { recursive: true });
  git('mv', from, to);
}
process.stdout.write(`${moves.size} files moved.\n`);

/** Points the relative paths of a file's string literals at where their files are afterwards. */
function rewriteSpecifiers(text: string, file: string): string {
  if (!/\.(ts|tsx|mjs|js|css)$/.test(file)) return text;
  const now = posix.dirname(moves.get(file) ?? file);
  return text.replaceAll(/(['"`])(\.{1,2}\/[^'"`\n]*?)\1/g, (whole, quote: string, specifier: string) => {
    const target = posix.join(posix.dirname(file), specifier);
    const isFile = existsSync(target) && statSync(target).isFile() && tracked.includes(target);
    if (!isFile && !folders.has(target.replace(/\/$/, ''))) return whole;
    const path = relative(now, isFile ? (moves.get(target) ?? target) : target);
    return `${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`;
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
