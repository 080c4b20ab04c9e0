import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import type { PositionId, TreeId } from '../../../src/core/ids.ts';
import {
  documentVersion,
  isVersionPrefix,
  matchesVersion,
  shortVersion,
} from '../../../src/core/proposals/document-version.ts';

const refrain = {
  treeId: '01TREE' as TreeId,
  positionId: '01POSITION' as PositionId,
  offset: 4,
  text: 'And the river ran.',
};
const version = documentVersion(refrain);

describe('the version of a snapshot', () => {
  test('is the hash of where it begins and what it says', () => {
    expect(version).toBe(sha256('["aspen-snapshot-1","01TREE","01POSITION",4,"And the river ran."]'));
  });

  test('differs for the same words in another place', () => {
    expect(documentVersion({ ...refrain, offset: 5 })).not.toBe(version);
    expect(documentVersion({ ...refrain, positionId: '01OTHER' as PositionId })).not.toBe(version);
    expect(documentVersion({ ...refrain, treeId: '01OTHER' as TreeId })).not.toBe(version);
  });

  test('is named by twelve digits or more, in either case', () => {
    const short = shortVersion(version);
    expect(short).toHaveLength(12);
    for (const given of [short, version, version.slice(0, 20), short.toUpperCase()]) {
      expect(matchesVersion(version, given)).toBe(true);
    }
    const other = `${version.slice(0, 12)}${version[12] === '0' ? '1' : '0'}`;
    for (const given of [version.slice(0, 11), other, `${version}0`, '', ` ${short}`]) {
      expect(matchesVersion(version, given)).toBe(false);
    }
    expect(isVersionPrefix('not a version')).toBe(false);
  });
});
