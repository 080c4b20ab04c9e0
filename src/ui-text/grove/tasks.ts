/** Long tasks: the name of the bar, and what is being done, before the name of a file or a tree. */
export const TASKS = {
  import: { label: 'Import', doing: 'Importing' },
  export: { label: 'Export', doing: 'Exporting' },
  backup: { label: 'Backup', doing: 'Backing up' },
  copy: { label: 'Copy', doing: 'Writing' },
  duplicate: { label: 'Duplicate', doing: 'Duplicating' },
  move: { label: 'Move', doing: 'Moving' },
  delete: { label: 'Delete', doing: 'Deleting' },
  merge: { label: 'Merge', doing: 'Merging' },
} as const;

// Tasks with a file for which the writer waits.

/** The work on a file that the writer waits for. @param share of the work that is done, 0 to 1; null if it is not known */
export const FILE_WORK = {
  opening: (name: string) => `Checking ${name} before opening it…`,
  finding: (name: string) => `Checking ${name}…`,
  comparing: (name: string) => `Checking ${name} to compare it…`,
  recovering: (name: string) => `Recovering what can be read of ${name}…`,
  saving: (name: string) => `Writing ${name}…`,
  checking: (_name: string, share: number | null) =>
    share === null ? 'Checking the file' : `Checking the file · ${Math.floor(100 * share)} %`,
} as const;
