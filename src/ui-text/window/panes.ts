/** The words of the window's panes. */

/** The accessible names of the handles that change the panes' widths. */
export const WIDTH_OF = { grove: 'Width of the Grove pane', inspector: 'Width of the inspector' } as const;

export const DRAG_HINT = 'Drag to change the width. Double-click for the original width.';

export const RESET_WIDTHS = 'Original widths of the panes';

export const INSPECTOR = 'Inspector';
/** The inspector's tabs. */
export const TABS = {
  continuations: 'Alternatives',
  tree: 'Outline',
  node: 'Passage',
  context: 'Sent',
  conversation: 'Talk',
  document: 'Document',
} as const;

export const SHOW_GROVE = 'Show the grove';
export const SHOW_INSPECTOR = 'Show the inspector';

/** The log for screen readers. */
export const ANNOUNCEMENTS = 'Announcements';

/** The button that closes a page over the text. */
export const BACK_TO_TEXT = 'Back to the text (Esc)';
