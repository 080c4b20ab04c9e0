/** Backups, merged copies and imported texts. */
import { countOf, listOf, plural } from './plural.ts';

export const BACKUP_FAILED = 'This grove could not be backed up. Its own file is not affected.';

export const BACKUP_DISK_FULL = 'There is not enough room on the disk with the program’s own data.';
export const BACKUP_FOLDER_READ_ONLY = 'The backup folder is not writable.';

export function backupFolderUnusable(reason: string): string {
  return `The backup folder cannot be used: ${reason}.`;
}

interface MergeCounts {
  readonly nodes: number;
  /** Texts whose id another text already has here, so they got a new one. */
  readonly renamed: number;
  readonly trees: number;
  readonly drafts: number;
}

/** What a merge added. @param name of the merged file */
export function mergedSentence(name: string, { nodes, trees, drafts }: Omit<MergeCounts, 'renamed'>): string {
  const parts = [
    ...(nodes === 0 ? [] : [countOf(nodes, 'text')]),
    ...(trees === 0 ? [] : [countOf(trees, 'whole tree')]),
    ...(drafts === 0
      ? []
      : [`${countOf(drafts, 'draft')} as ${plural(drafts, 'a bookmarked branch', 'bookmarked branches')}`]),
  ];
  if (parts.length === 0) return `Nothing was added: this grove already has everything in “${name}”.`;
  return `Added ${listOf(parts)} from “${name}”. Your own text is unchanged.`;
}

/** What else there is to know about a merge, and how to undo it; empty if it added nothing. */
export function mergedDetail({ nodes, renamed, trees, drafts }: MergeCounts): string {
  if (nodes + trees + drafts === 0) return '';
  const conflicts =
    renamed === 0
      ? ''
      : `${countOf(renamed, 'text')} that conflicted with yours ${plural(renamed, 'is', 'are')} beside yours. `;
  return `${conflicts}The newest backup has the grove as it was before the merge.`;
}

/** The description of a tree whose import was interrupted. It is stored in the file. */
export const IMPORT_UNFINISHED = 'Only the beginning of this text was imported.';

/** The title of an imported text that has no first line. */
export const IMPORTED_TEXT = 'Imported text';

/** The bookmark on a draft that a merge brought in. It is stored in the file. */
export const MERGED_DRAFT = 'Draft of the merged copy';
