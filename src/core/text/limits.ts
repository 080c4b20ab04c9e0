/**
 * Limits on everything that comes in (`generation.md`, *Bounds*). Enforced where it enters (editor, requests, import,
 * answers, merging), so that what is stored stays below what the reader accepts (`main/store/tables/table-list.ts`).
 * Lengths are in UTF-16 code units.
 */
import type { SpannedText } from './span.ts';
import { snapToPairStart } from './surrogate-pair.ts';

/** One text, and all texts of a draft together. */
export const MAX_TEXT_LENGTH = 8 * 1024 * 1024;

/** The authorship spans of one text, and of all texts of a draft together. */
export const MAX_SPANS = 1_000_000;

/** The title of a tree, the label of a bookmark. */
export const MAX_TITLE_LENGTH = 1_000;

/** The words that a note or a bookmark is on. */
export const MAX_QUOTE_LENGTH = 10_000;
/** The most words that a target can have. */
export const MAX_TARGET = 1_000_000_000;

/** The text that a document begins with, made of a template. */
export const MAX_TEMPLATE_LENGTH = 50_000;

/** The links that are read in one text, and the length of one between its brackets; beyond, they are text. */
export const MAX_LINKS_IN_TEXT = 10_000;
export const MAX_LINK_LENGTH = 10_000;

/** The name of a grove, an agent, a provider, a preset. */
export const MAX_NAME_LENGTH = 200;

/** The name of a model, as its provider spells it. */
export const MAX_MODEL_LENGTH = 500;

/** A marker that a model was trained to fill in between. */
export const MAX_MARKER_LENGTH = 200;

/** A note, a description, memory, a system prompt. */
export const MAX_REMARK_LENGTH = 1_000_000;

/** The notes of a tree that are typed and not saved, and what those of all groves may have together. */
export const MAX_NOTE_DRAFTS = 50;
export const MAX_NOTE_DRAFTS_LENGTH = 2_000_000;

/** JSON typed by a person. */
export const MAX_JSON_LENGTH = 1_000_000;

/**
 * The program never writes JSON that is nested deeper, and much of what reads JSON recurses: deeper JSON is
 * refused before it is parsed.
 */
export const MAX_JSON_DEPTH = 100;

/** Depth of JSON typed by a person, which becomes a part of other JSON. */
export const MAX_TYPED_DEPTH = 50;

/** Items of a list in one request: operations on a draft, nodes, positions. */
export const MAX_LIST = 100_000;

/** Returns true if texts may be one text, or the texts of one draft. */
export function isWithinBounds(texts: readonly SpannedText[]): boolean {
  let length = 0;
  let spans = 0;
  for (const text of texts) {
    length += text.text.length;
    spans += text.spans.length;
  }
  return length <= MAX_TEXT_LENGTH && spans <= MAX_SPANS;
}

/** The text, cut so that it is at most this long; never inside a surrogate pair. */
export function cutText(text: string, longest: number): string {
  return text.length <= longest ? text : text.slice(0, snapToPairStart(text, longest));
}

/** Undo steps kept for after a restart, as in the editor's history. */
export const MAX_UNDO_STEPS = 1_000;
/** Their combined length, in UTF-16 code units of their saved form. */
export const MAX_UNDO_LENGTH = 8 * 1024 * 1024;
/** The most tokens that one answer may be allowed. */
export const MAX_ANSWER_TOKENS = 32_768;

/** Rounds in which texts of lore wake others. */
export const MAX_LORE_ROUNDS = 3;
/** Of a document. */
export const MAX_LORE_ENTRIES = 1_000;
/** Of an entry of lore; of its secondary keys, too. */
export const MAX_LORE_KEYS = 100;
/** In UTF-16 code units. */
export const MAX_LORE_KEY_LENGTH = 500;
/** Positions after which an entry of lore is sent, and those after which it is not. */
export const MAX_LORE_POSITIONS = 100;
