import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Finding,
  findingsAt,
  type PlantedLine,
  type PlantedRepository,
  plantRepository,
} from './planted-repository.ts';

/** Types that each project must not see (house.md): its `lib` and `types` exclude them. */
const refused: readonly PlantedLine[] = [
  {
    sentence: 'core has no document',
    in: 'src/core/planted.ts',
    line: 'document.title;',
    says: "'document'",
  },
  { sentence: 'core has no Buffer', in: 'src/core/planted.ts', line: 'Buffer.from([]);', says: "'Buffer'" },
  { sentence: 'core has no console', in: 'src/core/planted.ts', line: "console.log('');", says: "'console'" },
  {
    sentence: 'core has no timers',
    in: 'src/core/planted.ts',
    line: 'setTimeout(() => {}, 1);',
    says: "'setTimeout'",
  },
  {
    sentence: 'core has no Node modules',
    in: 'src/core/planted.ts',
    line: "import 'node:fs';",
    says: 'node:fs',
  },
  { sentence: 'ipc has no document', in: 'src/ipc/planted.ts', line: 'document.title;', says: "'document'" },
  { sentence: 'ipc has no Buffer', in: 'src/ipc/planted.ts', line: 'Buffer.from([]);', says: "'Buffer'" },
  {
    sentence: 'ui-text has no document',
    in: 'src/ui-text/planted.ts',
    line: 'document.title;',
    says: "'document'",
  },
  {
    sentence: 'ui-text has no Buffer',
    in: 'src/ui-text/planted.ts',
    line: 'Buffer.from([]);',
    says: "'Buffer'",
  },
  {
    sentence: 'ui-text cannot reach into main',
    in: 'src/ui-text/planted.ts',
    line: "export type { Elsewhere } from '../main/elsewhere.ts';",
    says: "not under 'rootDir'",
  },
  {
    sentence: 'main has no document',
    in: 'src/main/planted.ts',
    line: 'document.title;',
    says: "'document'",
  },
  { sentence: 'main has no window', in: 'src/main/planted.ts', line: 'window.close();', says: "'window'" },
  {
    sentence: 'preload has no Buffer',
    in: 'src/preload/planted.ts',
    line: 'Buffer.from([]);',
    says: "'Buffer'",
  },
  {
    sentence: 'the renderer has no Buffer',
    in: 'src/renderer/planted.ts',
    line: 'Buffer.from([]);',
    says: "'Buffer'",
  },
  {
    sentence: 'the renderer has no process',
    in: 'src/renderer/planted.ts',
    line: 'process.exit();',
    says: "'process'",
  },
  {
    sentence: 'the renderer has no Node modules',
    in: 'src/renderer/planted.ts',
    line: "import 'node:fs';",
    says: 'node:fs',
  },
  {
    sentence: 'core cannot reach into another project',
    in: 'src/core/planted.ts',
    line: "export type { Elsewhere } from '../main/elsewhere.ts';",
    says: "not under 'rootDir'",
  },
  {
    sentence: 'the renderer cannot reach into main',
    in: 'src/renderer/planted.ts',
    line: "export type { Elsewhere } from '../main/elsewhere.ts';",
    says: "not under 'rootDir'",
  },
  {
    sentence: 'an array element may be undefined',
    in: 'src/core/strict.ts',
    line: 'export const first: number = [1, 2][0];',
    says: "'number | undefined'",
  },
  {
    sentence: 'an optional property is absent rather than undefined',
    in: 'src/core/strict.ts',
    line: 'export const absent: { readonly a?: number } = { a: undefined };',
    says: 'exactOptionalPropertyTypes',
  },
  {
    sentence: 'an enum is rejected',
    in: 'src/core/strict.ts',
    line: 'export enum Mode { Buffer }',
    says: 'erasableSyntaxOnly',
  },
  {
    sentence: 'a type is imported as a type',
    in: 'src/core/strict.ts',
    line: "import { SomeType } from './some-type.ts'; export type Same = SomeType;",
    says: 'verbatimModuleSyntax',
  },
  {
    sentence: 'an import without its extension is rejected',
    in: 'src/core/strict.ts',
    line: "import './some-type';",
    says: 'extension',
  },
];

const neighbours: readonly PlantedLine[] = [
  { sentence: '', in: 'src/main/elsewhere.ts', line: 'export type Elsewhere = string;' },
  { sentence: '', in: 'src/core/some-type.ts', line: 'export type SomeType = string;' },
];

/** Types that each project does see, and the projects that it may reference. */
const allowed: readonly PlantedLine[] = [
  {
    sentence: 'core has text',
    in: 'src/core/clean.ts',
    line: "export const text: string = 'a'.toWellFormed();",
  },
  {
    sentence: 'core has lists',
    in: 'src/core/clean.ts',
    line: 'export const sorted: number[] = [2, 1].toSorted();',
  },
  {
    sentence: 'ipc knows core',
    in: 'src/ipc/clean.ts',
    line: "export type { Text } from '../core/type.ts';",
  },
  {
    sentence: 'ui-text knows core',
    in: 'src/ui-text/clean.ts',
    line: "export type { Text } from '../core/type.ts'; export const WORD: string = 'a';",
  },
  {
    sentence: 'main knows ui-text',
    in: 'src/main/clean.ts',
    line: "export { WORD } from '../ui-text/clean.ts';",
  },
  {
    sentence: 'main has Node',
    in: 'src/main/clean.ts',
    line: "export const bytes: Uint8Array = Buffer.from('a');",
  },
  { sentence: 'main knows core', in: 'src/main/clean.ts', line: "export { text } from '../core/clean.ts';" },
  {
    sentence: 'main knows ipc',
    in: 'src/main/clean.ts',
    line: "export type { Text } from '../ipc/clean.ts';",
  },
  { sentence: 'main has electron', in: 'src/main/clean.ts', line: "export { app } from 'electron';" },
  {
    sentence: 'the command line knows main',
    in: 'src/cli/clean.ts',
    line: "export { bytes } from '../main/clean.ts';",
  },
  {
    sentence: 'preload has electron',
    in: 'src/preload/clean.ts',
    line: "export { contextBridge } from 'electron';",
  },
  { sentence: 'preload has File', in: 'src/preload/clean.ts', line: 'export type Dropped = File;' },
  {
    sentence: 'the renderer knows ui-text',
    in: 'src/renderer/clean.tsx',
    line: "export { WORD } from '../ui-text/clean.ts';",
  },
  {
    sentence: 'the renderer has a document',
    in: 'src/renderer/clean.tsx',
    line: 'export const title: string = document.title;',
  },
  {
    sentence: 'the renderer has JSX',
    in: 'src/renderer/clean.tsx',
    line: 'export const Clean = () => <p>{title}</p>;',
  },
  {
    sentence: 'the renderer has CSS modules',
    in: 'src/renderer/clean.tsx',
    line: "export { default as style } from './clean.module.css';",
  },
  {
    sentence: 'tests know everything',
    in: 'tests/clean.ts',
    line: "export { bytes } from '../src/main/clean.ts';",
  },
  {
    sentence: 'tests know the renderer',
    in: 'tests/clean.ts',
    line: "export { title } from '../src/renderer/clean.tsx';",
  },
];

describe('tsc rejects', () => {
  const lines = [...refused, ...neighbours];
  let planted: PlantedRepository;
  let findings: readonly Finding[];
  beforeAll(async () => {
    planted = plantRepository(lines);
    findings = await planted.compile();
  }, 60_000);
  afterAll(() => planted.remove());

  test.each(refused)('$sentence', (row) => {
    const messages = findingsAt(row, lines, findings).map((finding) => finding.message);
    expect(messages).toContainEqual(expect.stringContaining(row.says ?? ''));
  });
});

describe('tsc accepts', () => {
  const lines = [...allowed, { sentence: '', in: 'src/core/type.ts', line: 'export type Text = string;' }];
  let planted: PlantedRepository;
  let findings: readonly Finding[];
  beforeAll(async () => {
    planted = plantRepository(lines);
    findings = await planted.compile();
  }, 60_000);
  afterAll(() => planted.remove());

  test.each(allowed)('$sentence', (row) => {
    expect(findingsAt(row, lines, findings)).toEqual([]);
  });

  test('and reports nothing else', () => {
    expect(findings).toEqual([]);
  });
});
