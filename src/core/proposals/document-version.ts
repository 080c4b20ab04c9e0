import { sha256 } from '#sha256';
/** Versions of snapshots, by which an agent names the text that it read (`edits.md`, *Snapshot*). */
import type { PositionId, Sha256, TreeId } from '../ids.ts';
import { canonicalJson } from '../provenance/canonical-json.ts';

/** The identity of a snapshot: identical texts at different places, such as refrains, have different versions. */
export interface SnapshotIdentity {
  readonly treeId: TreeId;
  /** The position at which the text begins. */
  readonly positionId: PositionId;
  /** Offset in the text of that position, in UTF-16 code units. */
  readonly offset: number;
  readonly text: string;
}

/** Digits of a version that agents see, and the fewest by which they may name it. */
export const SHORT_VERSION_LENGTH = 12;

const PREFIX = /^[0-9a-f]{12,64}$/i;

/** The version of a snapshot. */
export function documentVersion({ treeId, positionId, offset, text }: SnapshotIdentity): Sha256 {
  return sha256(canonicalJson(['aspen-snapshot-1', treeId, positionId, offset, text]));
}

/** The version as agents see it. */
export function shortVersion(version: Sha256): string {
  return version.slice(0, SHORT_VERSION_LENGTH);
}

/** Returns true if a text can name a version: 12 to 64 hexadecimal digits. */
export function isVersionPrefix(text: string): boolean {
  return PREFIX.test(text);
}

/** Returns true if an agent means this version: a prefix of 12 digits or more, in either case. */
export function matchesVersion(version: Sha256, given: string): boolean {
  return isVersionPrefix(given) && version.startsWith(given.toLowerCase());
}
