import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { NodeId, PositionId } from '../../../../src/core/ids.ts';
import { defaultPreferences, type Preferences } from '../../../../src/ipc/preferences.ts';
import {
  createManuscript,
  type DraftEvent,
  type Manuscript,
  type ManuscriptContent,
} from '../../../../src/renderer/editor/index.ts';
import { textOf } from '../../../../src/renderer/editor/plain-text.ts';
import { theme } from '../../../../src/renderer/editor/theme.ts';
import { AUTHORS, WRITER } from './made-text.ts';
import { createContainer, nonce, removeContainer } from './stage.ts';

/** An editor in one of the stacked containers. */
export interface StagedEditor {
  readonly container: HTMLElement;
  readonly view: EditorView;
  close(): void;
}

export interface StagedManuscript extends StagedEditor {
  readonly manuscript: Manuscript;
  /** Commits the typed text as the session would, by giving node ids to sealed segments and nothing else. */
  commit(): void;
}

/** The baseline: a bare CodeMirror with history, line wrapping, and the dimensions of our manuscript. */
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
  const container = createContainer();
  const view = new EditorView({ state: bareState(text), parent: container });
  return {
    container,
    view,
    close: () => {
      view.destroy();
      removeContainer(container);
    },
  };
}

/** A word that no dictionary knows, like the names in a story: some are always on the screen. */
const MISSPELLED = 'harbour';

/** A word of which some are in every view. */
const LORE_KEY = /\borchard\b/gu;
const rangeOf = ({ 0: word, index }: RegExpExecArray) => ({ from: index, to: index + word.length });

let committed = 0;

export function openManuscript(
  content: ManuscriptContent,
  isDocument = false,
  preferences: Preferences = defaultPreferences,
): StagedManuscript {
  const container = createContainer();
  const sealed: Extract<DraftEvent, { kind: 'sealed' }>[] = [];
  const manuscript = createManuscript({
    parent: container,
    content,
    isDocument,
    links: { read: async (links) => links.map(() => true), follow: () => {} },
    writerId: WRITER,
    authors: AUTHORS,
    preferences,
    findLoreKeys: async (texts) => texts.map((text) => Array.from(text.matchAll(LORE_KEY), rangeOf)),
    checkWords: (words) => Promise.resolve(words.filter((word) => word === MISSPELLED)),
    nonce,
    readOnly: false,
    onEvent: (event) => {
      if (event.kind === 'sealed') sealed.push(event);
    },
    onSummary: () => {},
    onCursor: () => {},
    onBlur: () => {},
  });
  const applyCommits = () => {
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
    container,
    manuscript,
    view: viewIn(container),
    commit: () => {
      manuscript.seal();
      applyCommits();
    },
    close: () => {
      manuscript.destroy();
      removeContainer(container);
    },
  };
}

export function viewIn(container: HTMLElement): EditorView {
  const found = container.querySelector<HTMLElement>('.cm-editor');
  const view = found === null ? null : EditorView.findFromDOM(found);
  if (view === null) throw new Error('the container has no editor');
  return view;
}
