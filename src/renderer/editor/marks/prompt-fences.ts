/** Shades the prompt fences in view, with a button that runs each (`layers.md`, *Prompt fences*). */
import { EditorState, type Range, type Text } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { findPromptFences, type PromptFence } from '../../../core/fences/prompt-fence.ts';
import { closesFence, findFenceLine } from '../../../core/text/markdown-scan.ts';
import { RUN, runFence } from '../../../ui-text/history/fences.ts';
import { requestHandler } from '../request-handler.ts';

/** Distance within which the line that closes a fence is sought, and above the view one that opens it. Lines. */
const REACH = 200;

/** The lines of a longer change, such as another branch, are more than those in reach. UTF-16 code units. */
const LONG_CHANGE = 10_000;

class RunWidget extends WidgetType {
  readonly name: string | null;
  readonly from: number;

  constructor({ name, from }: PromptFence) {
    super();
    this.name = name;
    this.from = from;
  }

  override eq(other: RunWidget): boolean {
    return this.name === other.name && this.from === other.from;
  }

  override toDOM(view: EditorView): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'run-fence';
    // The palette has the command for the keyboard; Tab leaves the text.
    button.tabIndex = -1;
    button.setAttribute('aria-label', runFence(this.name));
    button.append(RUN);
    // The text keeps the keyboard.
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () =>
      view.state.facet(requestHandler)({ kind: 'fence', from: this.from }),
    );
    return button;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const fenceLine = Decoration.line({ class: 'prompt-fence' });

function decorate(view: EditorView): DecorationSet {
  const { state, viewport } = view;
  const marks: Range<Decoration>[] = [];
  for (const fence of fencesNear(state.doc, viewport.from, viewport.to)) {
    const first = state.doc.lineAt(fence.from);
    const last = state.doc.lineAt(fence.to);
    for (let number = first.number; number <= last.number; number++) {
      const { from } = state.doc.line(number);
      if (from >= viewport.from && from <= viewport.to) marks.push(fenceLine.range(from));
    }
    if (!state.facet(EditorState.readOnly))
      marks.push(Decoration.widget({ widget: new RunWidget(fence), side: 1 }).range(first.to));
  }
  return Decoration.set(marks, true);
}

/** The prompt fences that begin in a range or shortly above it. Reading all of a long text would take too long for a key. */
function fencesNear(doc: Text, from: number, to: number): readonly PromptFence[] {
  const fences: PromptFence[] = [];
  let number = Math.max(1, doc.lineAt(from).number - REACH) - 1;
  let closed = 0;
  for (const line of doc.iterLines(number + 1, doc.lineAt(to).number + 1)) {
    number += 1;
    const opener = number > closed ? findFenceLine(line) : undefined;
    const end = opener?.opens === true ? findClosing(doc, number, opener) : null;
    if (end === null) continue;
    closed = end;
    const start = doc.line(number).from;
    const [fence] = findPromptFences(doc.sliceString(start, doc.line(end).to));
    if (fence !== undefined) fences.push({ ...fence, from: start, to: doc.line(end).to });
  }
  return fences;
}

function findClosing(
  doc: Text,
  number: number,
  opener: NonNullable<ReturnType<typeof findFenceLine>>,
): number | null {
  for (let at = number + 1; at <= Math.min(doc.lines, number + REACH); at++) {
    const line = findFenceLine(doc.line(at).text);
    if (line !== undefined && closesFence(line, opener)) return at;
  }
  return null;
}

/** Returns true if a change may begin or end a fence: it replaced or inserted a fence line, or is long. */
function changesFence({ startState, state, changes }: ViewUpdate): boolean {
  let found = false;
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    found ||=
      toA - fromA + toB - fromB > LONG_CHANGE ||
      hasFenceLine(startState.doc, fromA, toA) ||
      hasFenceLine(state.doc, fromB, toB);
  });
  return found;
}

function hasFenceLine(doc: Text, from: number, to: number): boolean {
  for (const line of doc.iterLines(doc.lineAt(from).number, doc.lineAt(to).number + 1))
    if (findFenceLine(line) !== undefined) return true;
  return false;
}

const marks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update(update: ViewUpdate): void {
      const { docChanged, viewportMoved, view } = update;
      // Looking through all lines in reach for each letter would take as long as much of the rest of a keystroke;
      // `viewportChanged` is true on every letter.
      const isAffected = docChanged && (this.decorations.size > 0 || changesFence(update));
      if (viewportMoved || isAffected) this.decorations = decorate(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const styles = EditorView.baseTheme({
  '.prompt-fence': { backgroundColor: 'var(--paper-raised)' },
  '.run-fence': {
    marginLeft: '0.75em',
    padding: '0 0.5em',
    color: 'var(--ink-soft)',
    fontFamily: 'var(--font-interface)',
    fontSize: 'var(--text-small)',
    border: '1px solid var(--rule-strong)',
    borderRadius: 'var(--radius)',
    cursor: 'pointer',
    userSelect: 'none',
  },
  '.run-fence:hover': { color: 'var(--accent)' },
});

/** The extension. */
export const promptFences = [marks, styles];
