import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { MANUSCRIPT } from '../../ui-text/page/place.ts';
import { committedLength, knownHeadPosition } from './caret/current-position.ts';
import { segments } from './path/segments.ts';

/** The attributes of every text. */
export const TEXTBOX = {
  role: 'textbox',
  'aria-multiline': 'true',
  // Editable text is focusable anyway; this makes it explicit for programs that look for it.
  tabindex: '0',
  // `spelling.ts` checks spelling; the browser's own checker would download a dictionary.
  spellcheck: 'false',
  autocorrect: 'off',
  autocapitalize: 'sentences',
};

/** A text's attributes for screen readers, other programs and tests (`interface.md`, *Roles and names*). */
export const contentAttributes = (label: string = MANUSCRIPT): Extension =>
  EditorView.contentAttributes.of((view) => {
    const path = view.state.field(segments);
    return {
      ...TEXTBOX,
      'aria-label': label,
      'data-head': knownHeadPosition(path),
      'data-path-length': String(committedLength(path)),
    };
  });

/** A list beside the text box from which the keyboard chooses while it stays in the text: ids of elements. */
export interface SuggestionList {
  readonly listId: string;
  readonly optionId: string;
}

/** The attributes of a text while the keyboard chooses from a list beside it. */
export function listAttributes(list: SuggestionList | null): Record<string, string> {
  if (list === null) return {};
  return {
    'aria-autocomplete': 'list',
    'aria-controls': list.listId,
    'aria-activedescendant': list.optionId,
  };
}
