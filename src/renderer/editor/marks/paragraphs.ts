/**
 * The look of paragraphs: which ones begin without an indent or from the right, and light Markdown styling. A paragraph
 * is a line of the text. Only a line and the one before it are read, so a keystroke costs one line however long the
 * text is.
 */
import type { EditorState, Line, Range } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { headingLevel, type LineKind, lineKind, scanEmphasis } from '../../../core/text/markdown-scan.ts';
import { preferences } from '../preferences.ts';
import { chunkedRangeSet } from './decorations.ts';

/** A longer line is classified by its first `HEAD` UTF-16 code units, and its emphasis is not shown. */
const MAX_LINE = 20_000;
const HEAD = 80;

/** A change that touches more lines than this is not typing, and rebuilds everything visible. */
const MAX_TOUCHED_LINES = 200;

const lineMark = (name: string) => Decoration.line({ class: name });
/** The first paragraph, and those after a heading, scene break or blank line, which are traditionally not indented. */
const opening = lineMark('opening');
const sceneBreak = lineMark('scene-break');
/** A heading or scene break that begins the text or has a blank line before it, which is part of its room. */
const spaced = lineMark('spaced');
/** The line after a heading or a scene break; after a heading a blank line too, which is part of its room. */
const afterHeading = lineMark('after-heading');
const afterHeadingBlank = lineMark('after-heading-blank');
const afterBreak = lineMark('after-break');
/** Only where it differs from the rest of the text: most lines carry no attribute. */
const rightToLeft = Decoration.line({ attributes: { dir: 'rtl' } });
const headings = [1, 2, 3, 4, 5, 6].map((level) => lineMark(`heading heading-${level}`));
const marks = {
  marker: Decoration.mark({ class: 'markup' }),
  /** The `#` of a heading and the space after it, which hang in the margin. */
  hanging: Decoration.mark({ class: 'markup hanging' }),
  emphasis: Decoration.mark({ class: 'emphasis' }),
  strong: Decoration.mark({ class: 'strong' }),
};

function kindOfLine(state: EditorState, line: Line): LineKind {
  const { markdown } = state.field(preferences);
  const kind = lineKind(line.length > MAX_LINE ? line.text.slice(0, HEAD) : line.text);
  return markdown || kind === 'blank' ? kind : 'prose';
}

/** The decorations of one line, in the order of a range set. */
function marksOfLine(state: EditorState, line: Line): Range<Decoration>[] {
  return unsortedMarksOf(state, line).sort(
    (a, b) => a.from - b.from || a.value.startSide - b.value.startSide,
  );
}

function unsortedMarksOf(state: EditorState, line: Line): Range<Decoration>[] {
  const ranges: Range<Decoration>[] = [];
  const before = line.number === 1 ? 'blank' : kindOfLine(state, state.doc.line(line.number - 1));
  if (before !== 'prose') ranges.push(opening.range(line.from));
  if (isRightToLeft(line.text.slice(0, HEAD))) ranges.push(rightToLeft.range(line.from));
  const kind = kindOfLine(state, line);
  const after = lineAfter(before, kind);
  if (after !== null) ranges.push(after.range(line.from));
  if (before === 'blank' && (kind === 'heading' || kind === 'break')) ranges.push(spaced.range(line.from));
  if (kind === 'break') {
    // A lone `#` may become a heading, so it is centred only once the caret has left it.
    const { head } = state.selection.main;
    const isBegun = line.text.trim() === '#' && head >= line.from && head <= line.to;
    if (!isBegun) ranges.push(sceneBreak.range(line.from));
    return ranges;
  }
  if (kind === 'blank' || !state.field(preferences).markdown || line.length > MAX_LINE) return ranges;
  if (kind === 'heading') {
    const level = headingLevel(line.text);
    const heading = headings[level - 1];
    if (heading !== undefined) ranges.push(heading.range(line.from));
    const words = line.text.slice(level).trimStart();
    ranges.push(marks.hanging.range(line.from, line.to - words.length));
  }
  for (const { kind: what, from, to } of scanEmphasis(line.text)) {
    if (from < to) ranges.push(marks[what].range(line.from + from, line.from + to));
  }
  return ranges;
}

/** The mark of a line of this kind for what it comes after; null for none. */
function lineAfter(before: LineKind, kind: LineKind): Decoration | null {
  if (before === 'heading') return kind === 'blank' ? afterHeadingBlank : afterHeading;
  return before === 'break' && kind === 'prose' ? afterBreak : null;
}

/** The lines from one offset to another, each once. */
function linesBetween(state: EditorState, from: number, to: number): readonly Line[] {
  const lines: Line[] = [];
  for (let line = state.doc.lineAt(from); ; line = state.doc.line(line.number + 1)) {
    lines.push(line);
    if (line.to >= to || line.number === state.doc.lines) return lines;
  }
}

function marksOfView({ state, visibleRanges }: EditorView): DecorationSet {
  const lines = new Map<number, Line>();
  for (const { from, to } of visibleRanges) {
    for (const line of linesBetween(state, from, to)) lines.set(line.number, line);
  }
  return chunkedRangeSet([...lines.values()].flatMap((line) => marksOfLine(state, line)));
}

class Paragraphs {
  decorations: DecorationSet;
  #isStale = false;

  constructor(view: EditorView) {
    this.decorations = marksOfView(view);
  }

  update(update: ViewUpdate): void {
    const { view, docChanged, selectionSet, viewportMoved, changes, startState, state } = update;
    const hasOtherMarkdown = startState.field(preferences).markdown !== state.field(preferences).markdown;
    if (docChanged) this.decorations = this.decorations.map(changes);
    // Changing the elements around a composition would abort it.
    if (view.compositionStarted) {
      this.#isStale ||= docChanged || viewportMoved || hasOtherMarkdown;
      return;
    }
    const touched = docChanged || selectionSet ? touchedLines(update) : [];
    if (this.#isStale || viewportMoved || hasOtherMarkdown || touched.length > MAX_TOUCHED_LINES)
      this.#rebuild(view);
    else for (const line of touched) this.#updateLine(state, line);
  }

  #rebuild(view: EditorView): void {
    this.#isStale = false;
    this.decorations = marksOfView(view);
  }

  #updateLine(state: EditorState, line: Line): void {
    const add = marksOfLine(state, line);
    // Most typing changes no decoration, and an unchanged set need not be compared.
    if (hasMarks(this.decorations, line, add)) return;
    this.decorations = this.decorations.update({
      filterFrom: line.from,
      filterTo: line.to,
      filter: () => false,
      add,
    });
  }
}

function hasMarks(decorations: DecorationSet, line: Line, marks: readonly Range<Decoration>[]): boolean {
  let count = 0;
  let areSame = true;
  decorations.between(line.from, line.to, (from, to, value) => {
    const mark = marks[count];
    areSame &&= mark !== undefined && mark.from === from && mark.to === to && mark.value === value;
    count += 1;
    return areSame ? undefined : false;
  });
  return areSame && count === marks.length;
}

/** The lines whose look may have changed: the changed ones, the one after, and those the caret left and entered. */
function touchedLines({ changes, selectionSet, startState, state, view }: ViewUpdate): readonly Line[] {
  const lines = new Map<number, Line>();
  const { from, to } = view.viewport;
  changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
    if (toB < from || fromB > to || lines.size > MAX_TOUCHED_LINES) return;
    const touched = linesBetween(state, Math.max(fromB, from), Math.min(toB, to));
    for (const line of touched) lines.set(line.number, line);
    const last = touched.at(-1);
    if (last === undefined || last.number === state.doc.lines) return;
    lines.set(last.number + 1, state.doc.line(last.number + 1));
  });
  if (selectionSet) {
    for (const head of [changes.mapPos(startState.selection.main.head), state.selection.main.head]) {
      const line = state.doc.lineAt(head);
      const isVisible = line.from >= from && line.to <= to;
      if (isVisible && line.length < HEAD && line.text.trim() === '#') lines.set(line.number, line);
    }
  }
  return [...lines.values()];
}

export const paragraphs = ViewPlugin.fromClass(Paragraphs, {
  decorations: (plugin) => plugin.decorations,
});

/** The scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;
const LETTER = /\p{L}/u;

/** True if a line starts from the right: its first letter decides, as in the Unicode bidirectional algorithm. */
export function isRightToLeft(line: string): boolean {
  const first = LETTER.exec(line)?.[0];
  return first !== undefined && RIGHT_TO_LEFT.test(first);
}
