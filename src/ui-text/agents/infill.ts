/** Words about an agent's way of filling in a text (`edits.md`, *Rewrites and bridges*). */
import type { MarkerFamily } from '../../core/context/infill.ts';
import type { Infill, InfillMarkers } from '../../core/tree/agent.ts';

export const FILLS_IN_BY = 'Fills in by';

export const FILLS_IN_BY_HINT =
  'How it rewrites a passage and bridges a gap. Only a model that is asked reads the passage and your instruction.';

export const INFILL_WORDS: Readonly<
  Record<Infill['kind'], { readonly name: string; readonly sentence: string }>
> = {
  suffix: {
    name: 'A suffix',
    sentence:
      'The text that follows is sent as the request’s suffix, which the service must know: for base models.',
  },
  template: {
    name: 'Markers',
    sentence: 'Both sides are sent as one text with markers that the model was trained to fill in between.',
  },
  chat: {
    name: 'Being asked',
    sentence:
      'The model sees both sides with the passage marked, and is told what to write: for instruct models.',
  },
};

export const MARKERS_OF = 'Markers of';

/** Models that share their markers. */
export const FAMILY_NAMES: Readonly<Record<MarkerFamily, string>> = {
  codeLlama: 'Code Llama',
  starCoder: 'StarCoder, Granite',
  qwenCoder: 'Qwen Coder, CodeGemma',
  deepSeekCoder: 'DeepSeek Coder',
  codestral: 'Codestral',
};

/** Markers that are no family's. */
export const OTHER_MARKERS = 'Another model';

export const MARKER_WORDS: Readonly<
  Record<keyof Omit<InfillMarkers, 'order'>, { readonly label: string; readonly hint?: string }>
> = {
  prefix: { label: 'Before the text before' },
  suffix: { label: 'Before the text after' },
  middle: { label: 'Before the answer', hint: 'Leave empty for none.' },
};

export const MARKER_MISSING = 'The model needs this marker.';

/** The fault of a marker that is too long. @param most in characters */
export function markerTooLong(most: number): string {
  return `A marker has at most ${most} characters.`;
}

export const SENT_FIRST = 'Sent first';

export const ORDER_NAMES: Readonly<Record<NonNullable<InfillMarkers['order']>, string>> = {
  psm: 'The text before',
  spm: 'The text after',
};
