#!/usr/bin/env node
// Takes the arguments of fpm that electron-builder passes for a Debian package, and makes it with dpkg-deb: fpm itself
// is a download that only release machines can make.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const text = { type: 'string' } as const;
const list = { type: 'string', multiple: true } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  // An argument that is not listed is an error, because it might matter.
  strict: true,
  options: {
    force: { type: 'boolean' },
    'input-type': { ...text, short: 's' },
    'output-type': { ...text, short: 't' },
    depends: { ...list, short: 'd' },
    'deb-recommends': list,
    'deb-suggests': list,
    'deb-compression': text,
    'deb-priority': text,
    'after-install': text,
    'after-remove': text,
    architecture: text,
    category: text,
    description: text,
    license: text,
    maintainer: text,
    name: text,
    package: text,
    url: text,
    vendor: text,
    version: text,
  },
});

// Beside the package: a folder for temporary files may lie in memory.
const staging = mkdtempSync(join(dirname(values.package ?? ''), 'deb-'));
try {
  chmodSync(staging, 0o755);
  for (const each of positionals) {
    const at = each.lastIndexOf('=');
    const target = join(staging, each.slice(at + 1));
    mkdirSync(dirname(target), { recursive: true });
    // Node's own copying refuses a link to what is not there yet.
    execFileSync('cp', ['-aT', each.slice(0, at), target]);
  }
  const size = execFileSync('du', ['-sk', staging], { encoding: 'utf8' }).split('\t')[0];
  const [synopsis = '', ...rest] = (values.description ?? '').trim().split('\n');
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['Package', values.name],
    ['Version', values.version],
    ['Architecture', values.architecture],
    ['Maintainer', values.maintainer],
    ['Installed-Size', size],
    ['Depends', values.depends?.join(', ')],
    ['Recommends', values['deb-recommends']?.join(', ')],
    ['Suggests', values['deb-suggests']?.join(', ')],
    ['Section', values.category],
    ['Priority', values['deb-priority']],
    ['Homepage', values.url],
    ['Description', [synopsis.trim(), ...rest.map((line) => ` ${line.trim() || '.'}`)].join('\n')],
  ];
  const known = fields.filter(([, value]) => value !== undefined && value !== '');
  mkdirSync(join(staging, 'DEBIAN'));
  writeFileSync(
    join(staging, 'DEBIAN', 'control'),
    `${known.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`,
  );
  for (const [script, file] of [
    ['postinst', values['after-install']],
    ['postrm', values['after-remove']],
  ] as const) {
    if (file !== undefined)
      writeFileSync(join(staging, 'DEBIAN', script), readFileSync(file), { mode: 0o755 });
  }
  const args = ['--root-owner-group', '-Zzstd', '--build', staging, values.package ?? ''];
  execFileSync('dpkg-deb', args, { stdio: ['ignore', 'ignore', 'inherit'] });
} finally {
  rmSync(staging, { recursive: true, force: true });
}
