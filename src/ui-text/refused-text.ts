/** Why a change to the text was refused, and what to do about it. */
export interface Refusal {
  readonly sentence: string;
  readonly detail: string;
}

/** There is no room for typed text. */
export const TYPING_REFUSED: Refusal = {
  sentence: 'There is no room for more uncommitted text. What you typed last was not inserted.',
  detail: 'Commit the draft, then go on.',
};

/** There is no room for pasted, dropped or replacing text. */
export const INSERTION_REFUSED: Refusal = {
  sentence: 'That is too much text at once. Nothing was inserted.',
  detail:
    'Import it as a file, which divides it into passages. If the draft is long already, commit it first.',
};

/** An earlier version made the node longer than an edit may be. */
export const LONG_NODE_REFUSED: Refusal = {
  sentence: 'This text is too long to be edited. Nothing was changed.',
  detail: 'Split it: its parts can be edited.',
};

/** A dropped file is no text. */
export function notUtf8(fileName: string): Refusal {
  return {
    sentence: `${fileName} is not UTF-8 text. Nothing was changed.`,
    detail: 'Save it as UTF-8 in the program that made it, then drop it again.',
  };
}
