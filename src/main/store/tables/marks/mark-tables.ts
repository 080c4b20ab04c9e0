import type { TreeId } from '../../../../core/ids.ts';
import type { TreeChange } from '../../../../core/tree/tree-change.ts';
import { MARK_NAMES, type MarkChanges, type MarkName } from '../../../../core/tree/tree-marks.ts';
import type { FileTransaction } from '../../connection/file-transaction.ts';
import type { Reader } from '../../connection/query.ts';
import { ANCHORS } from './anchors.ts';
import { LINKS } from './links.ts';
import type { CopyMarksOptions, MarkTable } from './mark-kind.ts';
import { NAMES } from './names.ts';
import { SUMMARIES } from './summaries.ts';
import { TAGS } from './tag-assignments.ts';

const TABLES: { readonly [M in MarkName]: MarkTable<M> } = {
  anchors: ANCHORS,
  links: LINKS,
  summaries: SUMMARIES,
  tags: TAGS,
  names: NAMES,
};

/** The table of a kind of marks. */
export function markTable(name: MarkName): MarkTable<MarkName> {
  return TABLES[name] as MarkTable<MarkName>;
}

/** Writes the marks of a change (`MarkTable.write`). @returns what was written; kinds without any are absent */
export function writeMarks(tx: FileTransaction, treeId: TreeId, change: TreeChange): MarkChanges {
  return Object.fromEntries(
    MARK_NAMES.flatMap((name) => {
      const written = markTable(name).write(tx, treeId, change[name] ?? [], change.metadata);
      return written.length === 0 ? [] : [[name, written]];
    }),
  );
}

/** Adds all marks of a tree that this file lacks (`MarkTable.copy`). */
export function copyMarks(tx: FileTransaction, options: CopyMarksOptions): void {
  for (const name of MARK_NAMES) markTable(name).copy(tx, options);
}

/** The marks of a tree, as a change sets them: also an empty list for a kind without any. @throws {AspenError} NOT_FOUND */
export function listMarks(reader: Reader, treeId: TreeId): MarkChanges {
  return Object.fromEntries(MARK_NAMES.map((name) => [name, markTable(name).listIn(reader, treeId)]));
}
