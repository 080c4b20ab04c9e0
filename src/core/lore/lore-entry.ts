import type { PositionId, TagId } from '../ids.ts';

/** The condition on the secondary keys of an entry, once one of its keys is found: any or all of them, not all, or none. */
export type LoreLogic = 'andAny' | 'andAll' | 'notAny' | 'notAll';

/** The texts in which the keys of an entry are looked for: the story's, those of entries that fired, or both. */
export type LoreWaker = 'text' | 'lore' | 'both';

/** An entry of a document's lore (`lore.md`), in the settings of its tree. Anything missing has its default. */
export interface LoreEntry {
  /** The address of a section, as after `#` in a link; missing for the whole document. */
  readonly part?: string;
  /** Missing for its names: the title and the aliases, or the words of a section's heading. */
  readonly keys?: readonly string[];
  readonly secondary?: readonly string[];
  /** `andAny` if missing. */
  readonly logic?: LoreLogic;
  /** Sent without any key. */
  readonly always?: boolean;
  /** True if missing. */
  readonly enabled?: boolean;
  /** UTF-16 code units that are scanned from the end of the text, in conversations too. The book's if missing. */
  readonly scan?: number;
  /** After the memory, which is the default, or a depth: paragraphs, or messages, from the end. */
  readonly place?: 'top' | number;
  /** Higher values go nearer the end, and keep their place longer; `LORE_ORDER` if missing. */
  readonly order?: number;
  /** `text` if missing. */
  readonly wokenBy?: LoreWaker;
  /** Its text wakes others; true if missing. */
  readonly wakes?: boolean;
  /** Of the entries of a group that fire, only the first to be included is sent. */
  readonly group?: string;
  /** Only on paths through one of these positions. */
  readonly after?: readonly PositionId[];
  /** Only on paths through none of these positions. */
  readonly notAfter?: readonly PositionId[];
}

/** The values of a story that its entries go by. */
export interface LoreBook {
  /** UTF-16 code units, or messages of a conversation that is about no story; `LORE_SCAN` or `LORE_SCAN_MESSAGES` if missing. */
  readonly scan?: number;
  /** Rounds in which texts of entries wake others, at most `MAX_LORE_ROUNDS`; 0 if missing. */
  readonly rounds?: number;
  /** In tokens; if missing, a share of the window (`loreBudget`). */
  readonly budget?: number;
  /** Only documents with one of these tags are its lore; all if missing or empty. */
  readonly tags?: readonly TagId[];
}

export const LORE_ORDER = 100;
/** In UTF-16 code units. */
export const LORE_SCAN = 4_000;
export const LORE_SCAN_MESSAGES = 4;
