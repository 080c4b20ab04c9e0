/**
 * The look of a document: its headings, lists, quotes, code and links, without hiding what was typed (`documents.md`,
 * *Documents*). Only what is on the screen is decorated.
 */
import { syntaxTree } from '@codemirror/language';
import type { EditorState, Line, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { chunkedRangeSet } from '../marks/decorations.ts';
import { isRightToLeft } from '../marks/paragraphs.ts';
import { preferences } from '../preferences.ts';
import { syntaxUntil } from './markdown-language.ts';

/** The syntax tree's node, as `iterate` passes it. */
type NodeRef = Parameters<Parameters<ReturnType<typeof syntaxTree>['iterate']>[0]['enter']>[0];

/** Lists and quotes within more than this many look like those within so many. */
const DEEPEST = 8;

/** As much of a line decides its direction. UTF-16 code units. */
const LINE_START = 80;

const mark = (name: string) => Decoration.mark({ class: name });
const marks = {
  markup: mark('markup'),
  /** The `#` of a heading and the space after it, which hang in the margin. */
  hanging: mark('markup hanging'),
  emphasis: mark('emphasis'),
  strong: mark('strong'),
  struck: mark('struck'),
  code: mark('code'),
  link: mark('link'),
  task: mark('task'),
  done: mark('done'),
};
/** The start of a line that is in lists and quotes, by their number. */
const prefixes = Array.from({ length: DEEPEST }, (_, index) => mark(`markup prefix prefix-${index + 1}`));

/** The mark of each node that has one, and no other part in the look of its line. */
const MARKS: Readonly<Partial<Record<string, Decoration>>> = {
  Emphasis: marks.emphasis,
  StrongEmphasis: marks.strong,
  Strikethrough: marks.struck,
  InlineCode: marks.code,
  Autolink: marks.link,
  EmphasisMark: marks.markup,
  StrikethroughMark: marks.markup,
  LinkTitle: marks.markup,
  CodeMark: marks.markup,
  CodeInfo: marks.markup,
  TableDelimiter: marks.markup,
};

/** Line decorations by their classes, each always the same object. */
const lineMarks = new Map<string, Decoration>();
const rightToLeft = Decoration.line({ attributes: { dir: 'rtl' } });

function lineMark(classes: string): Decoration {
  let found = lineMarks.get(classes);
  if (found === undefined) {
    found = Decoration.line({ class: classes });
    lineMarks.set(classes, found);
  }
  return found;
}

interface LineLook {
  readonly line: Line;
  /** The number of lists and quotes it is in. */
  depth: number;
  /** The end of their marks. */
  prefixEnd: number;
  kind: 'prose' | 'heading' | 'break';
  readonly classes: Set<string>;
}

class StructureReader {
  readonly #state: EditorState;
  readonly #lines = new Map<number, LineLook>();
  readonly #ranges: Range<Decoration>[] = [];

  constructor(state: EditorState) {
    this.#state = state;
  }

  /** The decorations of the lines between two offsets, sorted. */
  read(from: number, to: number): readonly Range<Decoration>[] {
    const { doc } = this.#state;
    const first = doc.lineAt(from);
    // The look of a line depends on the one before it.
    const before = first.number > 1 ? doc.line(first.number - 1) : first;
    const end = doc.lineAt(to);
    for (let { number } = before; number <= end.number; number++) {
      const line = doc.line(number);
      this.#lines.set(line.from, { line, depth: 0, prefixEnd: 0, kind: 'prose', classes: new Set() });
    }
    syntaxUntil(this.#state, end.to).iterate({
      from: before.from,
      to: end.to,
      enter: (node) => this.#enter(node),
    });
    let previous: LineLook | null = null;
    for (const look of this.#lines.values()) {
      this.#finishLine(look, previous);
      previous = look;
    }
    return this.#ranges.sort((a, b) => a.from - b.from || a.value.startSide - b.value.startSide);
  }

  #enter(node: NodeRef): void {
    const { name, from, to } = node;
    const level = /^ATXHeading([1-6])$/.exec(name)?.[1];
    const found = MARKS[name];
    if (level !== undefined) this.#enterHeading(node, level);
    else if (found !== undefined) this.#mark(found, from, to);
    else if (name === 'ListItem') this.#each(from, to, (look) => (look.depth += 1));
    else if (name === 'ListMark' || name === 'QuoteMark') this.#extendPrefix(to);
    else if (name === 'Escape') this.#mark(marks.markup, from, from + 1);
    else if (name === 'URL' && node.node.parent?.name !== 'Autolink') this.#mark(marks.markup, from, to);
    else if (name === 'Link' || name === 'Image') this.#enterLink(node);
    else if (name === 'Task') this.#enterTask(node);
    else if (name === 'FencedCode') this.#each(from, to, ({ classes }) => classes.add('code-line'));
    else if (name === 'Table') this.#each(from, to, ({ classes }) => classes.add('table-line'));
    else if (name === 'HorizontalRule') {
      this.#each(from, to, (look) => {
        look.kind = 'break';
        look.classes.add('scene-break');
      });
    } else if (name === 'Blockquote') {
      this.#each(from, to, (look) => {
        look.depth += 1;
        look.classes.add('quote');
      });
    }
  }

  #enterHeading({ from, to, node }: NodeRef, level: string): void {
    this.#each(from, to, (look) => {
      look.kind = 'heading';
      look.classes.add('heading').add(`heading-${level}`);
      const [open, ...close] = node.getChildren('HeaderMark');
      // In a list or a quote, there is no margin to hang in.
      const hung = look.depth === 0 ? marks.hanging : marks.markup;
      if (open !== undefined) this.#mark(hung, from, this.#skipSpaces(open.to, look.line.to));
      for (const { from, to } of close) this.#mark(marks.markup, from, to);
    });
  }

  /** The words of a link; its brackets and its address are marks of their own. */
  #enterLink({ node }: NodeRef): void {
    const brackets = node.getChildren('LinkMark');
    const [open, close] = brackets;
    // Words in brackets alone are words.
    if (open === undefined || close === undefined || node.getChild('URL') === null) return;
    this.#mark(marks.link, open.to, close.from);
    for (const { from, to } of brackets) this.#mark(marks.markup, from, to);
  }

  #enterTask({ node, to }: NodeRef): void {
    const marker = node.getChild('TaskMarker');
    if (marker === null) return;
    this.#mark(marks.task, marker.from, marker.to);
    const isDone = this.#state.sliceDoc(marker.from + 1, marker.from + 2) !== ' ';
    if (isDone) this.#mark(marks.done, marker.to, to);
  }

  #extendPrefix(to: number): void {
    const look = this.#lines.get(this.#state.doc.lineAt(to).from);
    if (look !== undefined) look.prefixEnd = Math.max(look.prefixEnd, this.#skipSpaces(to, look.line.to));
  }

  #finishLine(look: LineLook, previous: LineLook | null): void {
    const { line, kind, classes, depth } = look;
    const isBlank = line.text.trim() === '';
    if ((previous === null || previous.line.text.trim() === '') && kind !== 'prose') classes.add('spaced');
    if (previous?.kind === 'heading') classes.add(isBlank ? 'after-heading-blank' : 'after-heading');
    if (previous?.kind === 'break' && kind === 'prose' && !isBlank) classes.add('after-break');
    if (depth > 0) {
      const level = Math.min(depth, DEEPEST);
      classes.add('nested').add(`depth-${level}`);
      const prefixEnd = Math.max(look.prefixEnd, this.#skipSpaces(line.from, line.to));
      const prefix = prefixes[level - 1];
      // A line of a list that has no mark and no indent stands below the words of its item.
      if (prefixEnd === line.from) classes.add('unmarked');
      else if (prefix !== undefined) this.#mark(prefix, line.from, prefixEnd);
    }
    if (classes.size > 0) this.#ranges.push(lineMark([...classes].join(' ')).range(line.from));
    if (isRightToLeft(line.text.slice(0, LINE_START))) this.#ranges.push(rightToLeft.range(line.from));
  }

  /** Calls `act` for each of the lines that is read. */
  #each(from: number, to: number, act: (look: LineLook) => void): void {
    const { doc } = this.#state;
    const lines = [...this.#lines.keys()];
    const first = Math.max(from, lines[0] ?? 0);
    for (let { number } = doc.lineAt(first); number <= doc.lines; number++) {
      const look = this.#lines.get(doc.line(number).from);
      if (look === undefined || look.line.from > to) return;
      act(look);
    }
  }

  #mark(decoration: Decoration, from: number, to: number): void {
    if (from < to) this.#ranges.push(decoration.range(from, to));
  }

  #skipSpaces(from: number, to: number): number {
    const spaces = /^[ \t]*/.exec(this.#state.sliceDoc(from, to))?.[0] ?? '';
    return from + spaces.length;
  }
}

function structureOf({ state, visibleRanges }: EditorView): DecorationSet {
  if (!state.field(preferences).markdown) return Decoration.none;
  return chunkedRangeSet(visibleRanges.flatMap(({ from, to }) => new StructureReader(state).read(from, to)));
}

const decorations = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    #isStale = false;

    constructor(view: EditorView) {
      this.decorations = structureOf(view);
    }

    update({ view, changes, docChanged, viewportMoved, startState, state }: ViewUpdate): void {
      this.#isStale ||=
        docChanged ||
        viewportMoved ||
        syntaxTree(startState) !== syntaxTree(state) ||
        startState.field(preferences).markdown !== state.field(preferences).markdown;
      if (!this.#isStale) return;
      // Changing the elements around a composition would abort it.
      if (view.compositionStarted) this.decorations = this.decorations.map(changes);
      else {
        this.decorations = structureOf(view);
        this.#isStale = false;
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** The room of a list or a quote before its words. */
const INSET = 1.6;

const lines = (count: number) =>
  `calc(${count} * var(--manuscript-size, 1.1875rem) * var(--manuscript-leading, 1.7))`;

/** Notes, not chapters: less room around headings than in a story (`theme.ts`), and no indents but those of lists. */
const styles = EditorView.theme({
  '&.document': { '--paragraph-spacing': '0', '--first-line-indent': '0' },
  '&.document .cm-line.heading': { paddingTop: lines(1.25) },
  '&.document .cm-line.heading.spaced': { paddingTop: lines(0.4) },
  '&.document .cm-line.heading:first-child': { paddingTop: '0' },
  '&.document .cm-line.after-heading': { paddingTop: lines(0.3) },
  '&.document .cm-line.after-heading-blank': { lineHeight: 'calc(0.5 * var(--manuscript-leading, 1.7))' },
  '&.document .cm-line.heading.after-heading-blank': { lineHeight: '1.3' },
  '&.document .cm-line.nested': {
    paddingInlineStart: 'var(--inset)',
    textIndent: 'calc(-1 * var(--inset))',
  },
  // The mark of pending edits (`theme.ts`) moves a line to the left, and its words back.
  '&.document .cm-line.nested:has([data-pending])': { paddingInlineStart: 'calc(var(--inset) + 0.4rem)' },
  '&.document .cm-line.nested.unmarked': { textIndent: '0' },
  ...Object.fromEntries(
    Array.from({ length: DEEPEST }, (_, index) => [
      `.depth-${index + 1}`,
      { '--inset': `${(index + 1) * INSET}em` },
    ]),
  ),
  '.prefix': { display: 'inline-block', minWidth: 'var(--inset)', textAlign: 'end', whiteSpace: 'pre' },
  '.cm-line.quote': { boxShadow: 'inset 2px 0 0 var(--rule-strong)' },
  '.cm-line.quote .prefix': { textAlign: 'start', paddingInlineStart: '0.6em', boxSizing: 'border-box' },
  '.cm-line.code-line, .cm-line.table-line': { fontFamily: 'var(--font-mono)', fontSize: '0.875em' },
  '.cm-line.code-line': {
    backgroundColor: 'var(--paper-raised)',
    boxShadow: '-0.6em 0 var(--paper-raised), 0.6em 0 var(--paper-raised)',
  },
  '.code': { fontFamily: 'var(--font-mono)', fontSize: '0.875em' },
  '.struck': { textDecoration: 'line-through' },
  '.done': { color: 'var(--ink-soft)' },
  '.task': {
    fontFamily: 'var(--font-mono)',
    fontSize: '0.875em',
    color: 'var(--ink-soft)',
    cursor: 'pointer',
  },
  '.task:hover': { color: 'var(--ink)' },
});

/** The extension. */
export const structure = [decorations, styles, EditorView.editorAttributes.of({ class: 'document' })];
