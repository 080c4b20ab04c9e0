// `node scripts/run.mjs walls.ts`: writes scripts/lint/walls.json, which biome.json extends, from the table in docs/house.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/project.mjs';

/** A row of the table "Who may import whom". */
interface Row {
  readonly folders: readonly string[];
  /** As in the second column, such as `never`. */
  readonly rule: string;
  /** Modules that the rule is for, as in `of node:fs`. */
  readonly modules: readonly string[];
  readonly what: readonly string[];
  readonly message: string;
}

/** Folders are walled this deep where a path relative to main is what tells two rooms of one name apart. */
const DEPTH = 3;

const codeIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '');

function readRows(map: string): Row[] {
  const [, section = ''] = map.split('\n## Who may import whom\n');
  const [table = ''] = section.split('\n## ');
  return table.split('\n').flatMap((line) => {
    const [, folders = '', rule = '', what = '', message = ''] = line.split('|');
    if (!folders.includes('`')) return [];
    const [word = ''] = rule.trim().split(' `');
    return {
      folders: codeIn(folders),
      rule: word,
      modules: codeIn(rule),
      what: codeIn(what),
      message: message.trim(),
    };
  });
}

const hasEnding = (path: string) => /\.\w+$/.test(path);
const filesOf = (folder: string) => (hasEnding(folder) ? folder : `${folder}/**`);

/** The globs of import specifiers that a cell's `token` stands for, in files of a folder whose path has `base` parts. */
function globsOf(token: string, base: readonly string[]): string[] {
  if (token.startsWith('!')) return globsOf(token.slice(1), base).map((glob) => `!${glob}`);
  if (!token.endsWith('/') && !hasEnding(token)) {
    const name = token.replace(/\*$/, '**');
    return token.startsWith('@') && token.endsWith('*') ? [name] : [token, `${token}/**`];
  }
  const path = token.endsWith('/') ? `${token}**` : token;
  if (!path.startsWith('main/') || path === 'main/**') return [`**/${path}`];
  const to = path.split('/');
  let shared = 0;
  while (shared < to.length && to[shared] === base[shared]) shared++;
  return [[...base.slice(shared).map(() => '..'), ...to.slice(shared)].join('/')];
}

function importsOf(rows: readonly Row[], base: readonly string[]) {
  const globs = ({ what }: Row) => what.flatMap((token) => globsOf(token, base));
  const except = (row: Row) => globs(row).map((glob) => `!${glob}`);
  const groups: Record<string, (row: Row) => string[]> = {
    only: (row) => ['**', '!./**', '!../**', '!#sha256', ...except(row)],
    'nothing but': (row) => ['**', ...except(row)],
    never: globs,
  };
  const patterns = rows.flatMap((row) => {
    const group = groups[row.rule]?.(row);
    return group ? { group, message: row.message } : [];
  });
  const names = new Map<string, { allowImportNames: string[]; message: string }>();
  for (const { rule, modules, what, message } of rows) {
    for (const module of rule === 'of' ? modules : []) {
      const { allowImportNames = [], message: first = message } = names.get(module) ?? {};
      names.set(module, { allowImportNames: [...allowImportNames, ...what], message: first });
    }
  }
  const options = { ...(names.size > 0 && { paths: Object.fromEntries(names) }), patterns };
  if (rows.some(({ rule }) => rule === 'anything')) return { noRestrictedImports: 'off' };
  return patterns.length > 0 ? { noRestrictedImports: { level: 'error', options } } : {};
}

function overridesOf(folder: string, rows: readonly Row[]) {
  const without = rows
    .filter(({ rule }) => rule === 'without')
    .flatMap(({ what, message }) => what.map((name) => ({ parts: name.split('.'), message })));
  const globals = without.flatMap(({ parts: [name = '', ...rest], message }) =>
    rest.length > 0 ? [] : [[name, message]],
  );
  const entries = without.flatMap(({ parts: [object, property], message }) =>
    property === undefined ? [] : [{ object, property, message }],
  );
  const isRelative = rows.some(({ what }) => what.some((token) => /^main\/./.test(token)));
  const depths = isRelative && !hasEnding(folder) ? DEPTH : 1;
  const parts = hasEnding(folder) ? folder.split('/').slice(0, -1) : folder.split('/');
  return Array.from({ length: depths }, (_, depth) => {
    const deeper = Array.from({ length: depth }, () => '*');
    const style = {
      ...importsOf(rows, [...parts, ...deeper]),
      ...(depth === 0 &&
        globals.length > 0 && {
          noRestrictedGlobals: { level: 'error', options: { deniedGlobals: Object.fromEntries(globals) } },
        }),
    };
    const nursery = { noJsRestrictedProperties: { level: 'error', options: { entries } } };
    const rules = { style, ...(depth === 0 && entries.length > 0 && { nursery }) };
    return { includes: [`src/${filesOf([folder, ...deeper].join('/'))}`], linter: { rules } };
  });
}

/** Biome's configuration for the walls, from docs/house.md. Later overrides win, so a folder comes after those around it. */
export function wallsOf(map: string): string {
  const rows = readRows(map);
  const depthOf = (folder: string) => folder.split('/').length;
  const folders = [...new Set(rows.filter(({ rule }) => rule !== 'obeys').flatMap((row) => row.folders))];
  const overrides = folders
    .sort((a, b) => depthOf(a) - depthOf(b))
    .flatMap((folder) =>
      overridesOf(
        folder,
        rows.filter((row) => row.folders.includes(folder)),
      ),
    );
  const plugins = rows
    .filter(({ rule }) => rule === 'obeys')
    .flatMap(({ folders: where, what }) =>
      what.map((file) => ({
        path: `./scripts/lint/${file}`,
        includes: where.map((folder) => filesOf(folder).replace(/^(!?)/, '$1**/src/')),
      })),
    );
  const list = (values: readonly object[]) => values.map((value) => JSON.stringify(value)).join(',\n');
  return `{"plugins":[\n${list(plugins)}\n],"overrides":[\n${list(overrides)}\n]}\n`;
}

if (import.meta.main)
  writeFileSync(
    join(root, 'scripts/lint/walls.json'),
    wallsOf(readFileSync(join(root, 'docs/house.md'), 'utf8')),
  );
