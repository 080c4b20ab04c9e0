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

/** Report of a merge. @param name of the merged file */
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

/** Further details of a merge, and the way to undo it; empty if it added nothing. */
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

/** The bookmark on a draft that a merge added. It is stored in the file. */
export const MERGED_DRAFT = 'Draft of the merged copy';

/** Sharing a copy of a grove. */
export const SHARE = {
  title: 'Share a copy',
  text: 'Writes a separate file for someone else. Your grove does not change.',
  what: 'What to share',
  path: 'This path',
  grove: 'The whole grove',
  documents: 'Documents to include',
  linked: 'linked',
  uncommitted: 'Uncommitted text is not included.',
  answers: 'What models were sent and answered',
  answersText: 'Byte for byte. Without them, every text can still be verified by the hash of its answer.',
  traces: 'What agents did, command by command',
  tracesText:
    'The traces of conversations: what agents were sent, read and remembered, and what you let them do. Their raw answers only together with the choice above.',
  choose: 'Choose where…',
} as const;

export const SHARED = {
  path: 'Only this path: its title, its text, who wrote it, with which model and parameters, and when, its tags, and what links its passages. The documents that you tick, likewise, with their names. No other branches, no old versions, nothing that was set aside, no notes, no memory, and nothing of what models were sent and answered.',
  grove:
    'Every tree with every branch, version, note and summary, including what is set aside and put away; your agents with their instructions and settings; where you are in each tree; which model was asked when; and the log, which has earlier titles, names and labels. Left out are the time line, suggestions, the record of which computers opened it, and what you do not choose here.',
} as const;

/** The list of backups. */
export const OPEN_A_COPY = 'Open a copy from…';
export const BACKUPS = 'Backups';
export const NO_BACKUPS =
  'There are no backups yet. One is made when a grove is closed, and every half hour while it changes.';
export const CHOOSE_BACKUP =
  'You choose where to save the copy. It opens as a separate grove; the current grove and its backups do not change.';

interface BackupContents {
  readonly nodes: number;
  /** Number of drafts with text. */
  readonly drafts: number;
  readonly trees: number;
  /** Made before another file took the place of the grove's. */
  readonly isReplaced: boolean;
}

/** `12 texts in 2 trees`, after the time of a backup. */
export function backupContents({ nodes, drafts, trees, isReplaced }: BackupContents): string {
  const texts = nodes + drafts;
  const inTrees = trees > 1 ? ` in ${countOf(trees, 'tree')}` : '';
  const what = texts === 0 ? 'before your first word' : `${countOf(texts, 'text')}${inTrees}`;
  return isReplaced ? `${what}, before the file was replaced` : what;
}
