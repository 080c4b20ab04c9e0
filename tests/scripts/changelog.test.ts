import { describe, expect, it } from 'vitest';
import { formatChangelog } from '../../scripts/changelog/format-changelog.ts';

const commit = (body: string, tag: string | null = null) => ({ tag, date: '2026-11-22', body });

describe('the changelog', () => {
  it('lists commits’ messages to users by kind, and nothing from other commits', () => {
    const commits = [
      commit(
        'Why it was done.\n\nFIX: a caret at the end of a wrapped line stays there\nFEATURE: Bookmarks.',
      ),
      commit('Nothing for users.'),
      commit('BREAKING: Groves of version 1 are no longer opened.'),
    ];
    expect(formatChangelog(commits, '0.2.0')).toBe(`# Changelog

## 0.2.0 (not released)

### Breaking changes

- Groves of version 1 are no longer opened.

### New

- Bookmarks.

### Fixed

- A caret at the end of a wrapped line stays there.
`);
  });

  it('joins the lines of an entry, and ends it at a blank line', () => {
    const body = 'FEATURE: settings have a section for\nshortcuts.\n\nThis is for engineers.';
    expect(formatChangelog([commit(body)], '0.1.0')).toContain('- Settings have a section for shortcuts.\n');
    expect(formatChangelog([commit(body)], '0.1.0')).not.toContain('engineers');
  });

  it('starts a section at each release', () => {
    const commits = [commit('FIX: new'), commit('FIX: second', 'v0.1.0'), commit('FIX: first')];
    const sections = formatChangelog(commits, '0.2.0').split('\n## ').slice(1);
    expect(sections.map((section) => section.split('\n')[0])).toEqual([
      '0.2.0 (not released)',
      '0.1.0 (2026-11-22)',
    ]);
    expect(sections[1]).toContain('- Second.\n- First.');
  });
});
