/** Why commands cannot have some keys. */

export const RESERVED = {
  ends: 'Escape always ends the current activity.',
  focus: 'Tab moves the focus.',
  menu: 'This key opens a menu.',
  typing: 'This key is needed for typing: add a modifier other than Shift.',
  reloads: 'In other programs this reloads the page and loses unsaved text.',
  clipboard: 'This cuts, copies, pastes or selects in every field.',
  undoes: 'This undoes or redoes typing in every field.',
  movesInText: 'This moves the caret.',
  deletesWord: 'This deletes a word.',
  deletesLine: 'This deletes a line.',
  closes: 'This closes the window or the program.',
  hides: 'This hides the window.',
  ctrlAlt: 'Ctrl and Alt together type characters on many keyboards.',
  altShift: 'Alt and Shift together change the keyboard layout.',
  altBackspace: 'Alt+Backspace undoes typing in some programs.',
  option: 'Option types characters.',
  control: 'Control alone moves the caret: add Command.',
  system: 'This key belongs to the system.',
  systemKeys: 'These keys belong to the system.',
  pictures: 'These keys take a picture of the screen.',
} as const;
