/** Branch points and alternatives, beside the text, in the popover of a node, and as they are announced. */

export const PREVIOUS_ALTERNATIVE = 'Previous alternative';
export const NEXT_ALTERNATIVE = 'Next alternative';

/** @param ordinal `2 of 5` */
export function previousContinuation(ordinal: string): string {
  return `Previous continuation, ${ordinal}`;
}
export function nextContinuation(ordinal: string): string {
  return `Next continuation, ${ordinal}`;
}

export const PUT_CARET_HERE = 'Put the caret here';
export const MORE_CONTINUATIONS = 'More continuations';

/** @param authors in words */
export function alternativeShown(index: number, count: number, authors: string): string {
  return `${index} of ${count}, by ${authors}`;
}
export function versionShown(index: number, count: number, authors: string): string {
  return `Version ${index} of ${count}, by ${authors}`;
}

/** Announcement of the caret's new place. @param alternative and @param version null if there is one */
export function placeReached(alternative: Nth | null, version: Nth | null): string {
  const parts = [
    ...(alternative === null ? [] : [`${alternative.index} of ${alternative.count} continuations`]),
    ...(version === null ? [] : [`version ${version.index} of ${version.count}`]),
  ];
  return `Here: ${parts.join(', ')}`;
}

interface Nth {
  readonly index: number;
  readonly count: number;
}

export function previewShown(number: number, count: number, text: string): string {
  return `Preview, ${number} of ${count}: ${text}`;
}

/** In the margin. */
export const BRANCH_POINTS = 'Branch points';
export const previewLabel = (ordinal: string) => `Preview, ${ordinal}`;
export const previewShort = (ordinal: string) => `Preview ${ordinal}`;
/** Label for continuing beyond the end of a path that was ended earlier. @param continuations their number, in words */
export const goOn = (continuations: string) => `${continuations}: go on`;

/** The line under a branch that began inside a text. */
export const RETURN_TO_REST = 'Return to what follows';
