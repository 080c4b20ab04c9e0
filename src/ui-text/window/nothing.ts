/** What is said when a command finds nothing to do (`interface.md`, *Words*). */
export const NOTHING = {
  toUndo: 'There is nothing to undo.',
  toRedo: 'There is nothing to redo.',
  before: 'Nothing comes before this.',
  after: 'Nothing follows this.',
} as const;
