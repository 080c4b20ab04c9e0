import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { releaseFaults } from '../../scripts/packaging/release-faults.ts';
import { isSigned } from '../../scripts/packaging/signing.ts';
import { root } from '../../scripts/setup/project.mjs';

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly needs?: string;
  readonly strategy?: { readonly matrix: { readonly include: readonly { readonly os: string }[] } };
  readonly steps: readonly { readonly run?: string; readonly if?: string }[];
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { on, permissions, jobs }: Workflow = parse(read('.github/workflows/release.yml'));

test('a release is made from a tag only, on three systems, and published when all are made', () => {
  expect(on).toEqual({ push: { tags: ['v*'] } });
  expect(permissions).toEqual({ contents: 'read' });
  const systems = jobs.packages?.strategy?.matrix.include.map(({ os }) => os.split('-')[0]);
  expect(systems).toEqual(['ubuntu', 'macos', 'windows']);
  expect(jobs.publish?.needs).toBe('packages');
});

test('a release checks itself first, and works with the package it installed on each system', () => {
  const steps = jobs.packages?.steps ?? [];
  const check = steps.findIndex(({ run }) => run?.includes('check-release.ts'));
  const make = steps.findIndex(({ run }) => run === 'npm run package');
  expect(check).toBeGreaterThan(-1);
  expect(check).toBeLessThan(make);
  const tried = steps.slice(make).filter(({ run }) => run?.includes('packaged-job.ts'));
  expect(new Set(tried.map((step) => step.if))).toEqual(
    new Set(['Linux', 'macOS', 'Windows'].map((system) => `runner.os == '${system}'`)),
  );
});

test('a workflow takes no text of others into a command', () => {
  for (const { steps } of Object.values(jobs)) {
    for (const { run } of steps) expect(run ?? '').not.toContain('${{');
  }
});

const described = {
  version: '1.0.0',
  author: { email: 'a@example.org' },
  homepage: 'https://example.org',
  updates: { list: 'https://example.org/updates.json', key: 'MCow' },
};
const metainfo = '<url type="homepage">https://example.org</url><release version="1.0.0"/>';

test('a release whose tag, version, author and homepage are real has no faults', () => {
  expect(releaseFaults('v1.0.0', described, metainfo)).toEqual([]);
});

test('a release under .invalid, or with another tag than its version, is refused', () => {
  const own = JSON.parse(read('package.json'));
  expect(
    releaseFaults(`v${own.version}`, own, read('build/linux/app.aspengrove.AspenGrove.metainfo.xml')),
  ).toEqual([
    'The author’s address in package.json, authors@aspen-grove.invalid, is none.',
    'The homepage in package.json, https://aspen-grove.invalid, is none.',
    'package.json has no `updates`, so the program could not find the next version.',
  ]);
  expect(releaseFaults('v1.0.1', described, metainfo)).toHaveLength(1);
  expect(releaseFaults('v1.0.0', described, '')).toHaveLength(2);
});

test('a package that needs a signature and has no key for it is not signed', () => {
  expect(isSigned('darwin', {})).toBe(false);
  expect(isSigned('win32', { CSC_LINK: '' })).toBe(false);
  expect(isSigned('win32', { AZURE_ENDPOINT: 'x' })).toBe(true);
  expect(isSigned('linux', {})).toBe(true);
});
