import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { NodeId, PositionId } from '../../../../src/core/ids.ts';
import { defaultPreferences } from '../../../../src/ipc/preferences.ts';
import {
  createManuscript,
  type DraftEvent,
  type Manuscript,
  type ManuscriptContent,
} from '../../../../src/renderer/editor/index.ts';
import { textOf } from '../../../../src/renderer/editor/plain-text.ts';
import { theme } from '../../../../src/renderer/editor/theme.ts';
import { AUTHORS, WRITER } from './made-text.ts';
import { makePlace, nonce, removePlace } from './stage.ts';

/** An editor on the stage. */
export interface StagedEditor {
  readonly place: HTMLElement;
  readonly view: EditorView;
  close(): void;
}

export interface StagedManuscript extends StagedEditor {
  readonly manuscript: Manuscript;
  /** Commits what was typed, as the session would: names for what is sealed, and nothing else. */
  commit(): void;
}

/** CodeMirror with history and line wrapping, and the measures of our manuscript: what a bare one costs. */
export function bareState(text: string): EditorState {
  return EditorState.create({ doc: textOf(text), extensions: bareExtensions });
}

const bareExtensions = [
  EditorState.lineSeparator.of('\n'),
  history(),
  keymap.of([...standardKeymap, ...historyKeymap]),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ spellcheck: 'true', autocorrect: 'on', autocapitalize: 'sentences' }),
  theme,
  EditorView.cspNonce.of(nonce),
];

export function openBare(text: string): StagedEditor {
  const place = makePlace();
  const view = new EditorView({ state: bareState(text), parent: place });
  return {
    place,
    view,
    close: () => {
      view.destroy();
      removePlace(place);
    },
  };
}

/** A word of the made text that no dictionary knows, as the names of a story: some of them are always on the screen. */
const UNKNOWN = 'harbour';

let committed = 0;

export function openManuscript(content: ManuscriptContent): StagedManuscript {
  const place = makePlace();
  const sealed: Extract<DraftEvent, { kind: 'sealed' }>[] = [];
  const manuscript = createManuscript({
    parent: place,
    content,
    writerId: WRITER,
    authors: AUTHORS,
    preferences: defaultPreferences,
    checkWords: (words) => Promise.resolve(words.filter((word) => word === UNKNOWN)),
    nonce,
    readOnly: false,
    onEvent: (event) => {
      if (event.kind === 'sealed') sealed.push(event);
    },
    onSummary: () => {},
    onCursor: () => {},
    onBlur: () => {},
  });
  const answer = () => {
    for (const { seal, segments } of sealed.splice(0)) {
      manuscript.applyCommit({
        seal,
        segments: segments.map(({ segmentId }) => {
          committed += 1;
          const id = `version-${committed}`;
          return { segmentId, nodeId: id as NodeId, positionId: id as PositionId };
        }),
      });
    }
  };
  return {
    place,
    manuscript,
    view: viewIn(place),
    commit: () => {
      manuscript.seal();
      answer();
    },
    close: () => {
      manuscript.destroy();
      removePlace(place);
    },
  };
}

export function viewIn(place: HTMLElement): EditorView {
  const found = place.querySelector<HTMLElement>('.cm-editor');
  const view = found === null ? null : EditorView.findFromDOM(found);
  if (view === null) throw new Error('no editor in its place');
  return view;
}
