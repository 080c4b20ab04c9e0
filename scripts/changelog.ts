// `npm run changelog`: writes CHANGELOG.md from the commits' messages to users.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Commit, formatChangelog } from './changelog/format-changelog.ts';
import { root } from './setup/project.mjs';

const FIELD = '\u001f';
const RECORD = '\u001e';
/** Enough for several thousand commits with their bodies. */
const MAX_BYTES = 64 * 1024 * 1024;

function readCommits(): Commit[] {
  const format = ['%D', '%cs', '%b'].join(FIELD) + RECORD;
  const log = execFileSync('git', ['log', `--format=${format}`], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: MAX_BYTES,
  });
  return log
    .split(RECORD)
    .filter((record) => record.includes(FIELD))
    .map((record) => {
      const [references = '', date = '', body = ''] = record.trimStart().split(FIELD);
      return { tag: /\btag: (v[^,\s]+)/.exec(references)?.[1] ?? null, date, body };
    });
}

const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
writeFileSync(join(root, 'CHANGELOG.md'), formatChangelog(readCommits(), version));
