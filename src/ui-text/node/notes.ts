/** The notes on a text. */
import { countOf } from '../plural.ts';

export const NOTES = 'Notes';
export const NOTE = 'Note';
export const ADD_NOTE = 'Add a note';
export const SAVE = 'Save';
export const EDIT = 'Edit';
export const REMOVE = 'Remove';

export const NOTE_ADDED = 'Note added.';
export const NOTE_CHANGED = 'Note changed.';
export const NOTE_RESTORED = 'The note is back.';
/** In the list, before the button that takes it back. */
export const NOTE_REMOVED = 'Note removed.';
export const NOTE_REMOVED_UNDO = 'Note removed. Undo brings it back.';

export function removedNotes(count: number): string {
  return `Removed notes (${count})`;
}

export const NOTE_ELSEWHERE = 'The caret is in another text. The note here is not saved yet.';

/** There is no room for these to be kept until the window is opened again. */
export function unsavedNotesDropped(count: number): string {
  return `${countOf(count, 'unsaved note')} cannot be kept.`;
}

export const UNSAVED_NOTES_DROPPED_DETAIL =
  'There are too many, or they are too long, to be there when the window is opened again. Save some of them, or throw them away.';
