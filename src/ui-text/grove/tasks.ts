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
