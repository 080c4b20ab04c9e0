/**
 * Slips that the reader of patches forgives (`edits.md`, *Reading a patch*). All are always forgiven: only tests, and
 * counts of models' slips, switch one off.
 */
export const LENIENCIES = [
  // Packing of the answer.
  'byte_order_mark',
  'carriage_returns',
  'escaped_line_ends',
  'json',
  'fences',
  'prose',
  // Form of the patch.
  'begin_patch',
  'blocks',
  'pairs',
  'odd_headers',
  'line_numbers',
  'counts',
  'signs_in_text',
  'blank_without_space',
  'unmarked_context',
  'repeated_hunks',
  'forgotten_end_marker',
  // Finding the old side.
  'header_line',
  'ends',
  'folded',
  'blanks',
  'flow',
  'quotes',
  'dashes',
  'ellipses',
  'spaces',
  'normal_form',
  'leading_space',
  // Treatment of the new side.
  'curled_quotes',
  'line_breaks',
  'blank_line_of_paragraph',
  'space_of_sentence',
] as const;

export type Leniency = (typeof LENIENCIES)[number];

/** The leniencies that are switched off. */
export type Without = ReadonlySet<Leniency>;

export const NOTHING: Without = new Set();
