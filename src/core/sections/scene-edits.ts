/**
 * Edits of a text by its chapters and scenes (`scenes.md`): each is one edit of the text, and what moves keeps its authors,
 * because it is described by where it was.
 */

import { headingLevel } from '../text/markdown-scan.ts';
import type { TextRange } from '../text/span.ts';
import { UNDERLINE } from './headings.ts';
import { proseStart, type Section } from './sections.ts';

/** A part of a text that moves, or new text. */
export type Piece = TextRange | string;

/** `[from, to)` of a text is at the offset `at` of the text afterwards. */
export interface MovedPassage extends TextRange {
  readonly at: number;
}

/** Replaces `[from, to)` of a text by pieces of the same text, and by new ones. */
export interface SceneChange extends TextRange {
  readonly pieces: readonly Piece[];
}

/** Changes that are in order and do not overlap, and the offset of the caret afterwards. */
export interface SceneEdit {
  readonly changes: readonly SceneChange[];
  readonly caret: number;
  /** The passage that goes elsewhere by them. */
  readonly moved?: TextRange;
}

/**
 * A scene, or (`withHeading`) a heading with all that is inside it, goes to another place: to the start or the end of the
 * text of a section, as far as the next heading or break, or above the first section. Sections are named by an offset in them.
 */
export interface SceneMove {
  readonly of: number;
  readonly withHeading: boolean;
  readonly to: number;
  readonly place: 'above' | 'start' | 'end';
}

export type SceneAction =
  | 'sceneUp'
  | 'sceneDown'
  | 'chapterUp'
  | 'chapterDown'
  | 'promote'
  | 'demote'
  | 'divide'
  | 'join'
  | 'newScene';

/** Why an action cannot be done. */
export type SceneRefusal =
  | 'isFirst'
  | 'isLast'
  | 'isThere'
  | 'noScene'
  | 'noChapter'
  | 'noNextScene'
  | 'isHighest'
  | 'isLowest';

/** The break of a text that has none yet. */
const BREAK = '***';
const GAP = '\n\n';
const DEEPEST = 6;

/**
 * Plans an action at the caret.
 * @param text normalised (`normaliseText`)
 * @param sections of that text
 * @param caret an offset in UTF-16 code units
 */
export function planSceneEdit(
  text: string,
  sections: readonly Section[],
  caret: number,
  action: SceneAction,
): SceneEdit | SceneRefusal {
  const book = new Book(text, sections);
  const at = book.indexAt(caret);
  switch (action) {
    case 'sceneUp':
      return withCaret(book.moveScene(at, -1), caret);
    case 'sceneDown':
      return withCaret(book.moveScene(at, 1), caret);
    case 'chapterUp':
      return withCaret(book.moveChapter(at, -1), caret);
    case 'chapterDown':
      return withCaret(book.moveChapter(at, 1), caret);
    case 'promote':
      return withCaret(book.changeLevel(at, -1), caret);
    case 'demote':
      return withCaret(book.changeLevel(at, 1), caret);
    case 'divide':
      return book.divide(caret);
    case 'join':
      return withCaret(book.join(at), caret);
    case 'newScene':
      return book.newScene(at);
  }
}

/** @returns the edit with `of` as its caret; the other arguments are those of `planSceneEdit` */
export function planSceneMove(
  text: string,
  sections: readonly Section[],
  move: SceneMove,
): SceneEdit | SceneRefusal {
  const book = new Book(text, sections);
  const [index, target] = [book.indexAt(move.of), book.indexAt(move.to)];
  const planned = move.withHeading
    ? book.moveHeadingTo(index, target, move.place)
    : book.moveSceneTo(index, target, move.place);
  return withCaret(planned, move.of);
}

type Planned = Omit<SceneEdit, 'caret'>;

/** A section with what follows its heading or break; or the text before the first one. */
interface Part extends TextRange {
  readonly kind: Section['kind'] | 'front';
  readonly level: number;
  /** Its prose, without white space around it; null if it has none. */
  readonly content: TextRange | null;
}

/** A text as its parts. */
class Book {
  readonly #text: string;
  readonly #parts: readonly Part[];

  constructor(text: string, sections: readonly Section[]) {
    this.#text = text;
    const front = sections[0]?.from === 0 ? [] : [{ kind: 'front', from: 0, level: 0 } as const];
    const begun = [...front, ...sections];
    this.#parts = begun.map(({ kind, from, level }, index) => {
      const to = begun[index + 1]?.from ?? text.length;
      const start = proseStart(text.slice(from, to));
      return { kind, from, to, level, content: start < 0 ? null : this.#trimmed({ from: from + start, to }) };
    });
  }

  /** The index of the part at an offset. */
  indexAt(offset: number): number {
    return this.#parts.findLastIndex(({ from }) => from <= offset);
  }

  moveScene(index: number, direction: 1 | -1): Planned | SceneRefusal {
    const scene = this.#parts[index]?.content ?? null;
    if (scene === null) return 'noScene';
    const [previous, part, next] = [this.#parts[index - 1], this.#parts[index], this.#parts[index + 1]];
    const begins = part?.kind !== 'break';
    const ends = next?.kind !== 'break';
    if (direction === -1 && !begins && previous?.content != null)
      return this.#swap(previous.content, scene, 'second');
    if (direction === 1 && !ends && next?.content != null) return this.#swap(scene, next.content, 'first');
    // It goes to the end of the chapter before, or to the beginning of the next one; a heading of chapters is not one.
    const isChapter = ({ content, kind, level }: Part, at: number) => {
      const below = this.#parts[at + 1];
      return content !== null || (kind === 'heading' && !(below?.kind === 'heading' && below.level > level));
    };
    const target =
      direction === -1
        ? this.#parts.findLast((other, at) => at < index && isChapter(other, at))
        : this.#parts.find((other, at) => at > index && isChapter(other, at));
    if (target === undefined) return direction === -1 ? 'isFirst' : 'isLast';
    const isAbove = direction === -1 || target.content === null;
    return this.#insertScene(index, scene, target, isAbove ? 'end' : 'start');
  }

  /** Moves a scene to another place, unless it is there. */
  moveSceneTo(index: number, to: number, place: SceneMove['place']): Planned | SceneRefusal {
    const scene = this.#parts[index]?.content;
    if (scene == null) return 'noScene';
    // Above a break is the end of the scene before it.
    const [at, side] = place === 'above' && to > 0 ? [to - 1, 'end' as const] : [to, place];
    const target = this.#parts[at];
    if (target === undefined || side === 'above') return 'isFirst';
    const isAfterPrevious = at === index - 1 && side === 'end' && this.#parts[index]?.kind === 'break';
    const isBeforeNext = at === index + 1 && side === 'start' && target.kind === 'break';
    if (at === index || isAfterPrevious || isBeforeNext) return 'isThere';
    return this.#insertScene(index, scene, target, side);
  }

  /** Moves a scene to the start or the end of another one, with a break between them, or below a heading without text. */
  #insertScene(index: number, scene: TextRange, target: Part, side: 'start' | 'end'): Planned {
    const { cut, break: taken } = this.#cutScene(index, scene);
    const { content } = target;
    const separator = content === null ? GAP : (taken ?? this.#newBreak());
    const at = content === null ? this.#trimmed(target).to : side === 'end' ? content.to : content.from;
    const pieces = content === null || side === 'end' ? [separator, scene] : [scene, separator];
    return moving(scene, cut, { from: at, to: at, pieces: [...pieces, ...this.#gapBelow(at)] });
  }

  /** Moves a heading with all that is inside it to another place, unless it is there. */
  moveHeadingTo(own: number, to: number, place: SceneMove['place']): Planned | SceneRefusal {
    const part = this.#parts[own];
    if (part?.kind !== 'heading') return 'noChapter';
    const end = this.#unitEnd(own);
    const [at, side] = place === 'above' && to > 0 ? [to - 1, 'end' as const] : [to, place];
    const target = this.#parts[at];
    if (target === undefined || (target.from >= part.from && target.from < end)) return 'isThere';
    if (at === own - 1 && (side === 'end' || (side === 'start' && target.content === null))) return 'isThere';
    const unit = this.#trimmed({ from: part.from, to: end });
    const before = this.#parts[own - 1];
    const cut =
      before === undefined ? { from: unit.from, to: end } : { from: this.#trimmed(before).to, to: unit.to };
    if (side === 'above')
      return moving(unit, cut, { from: target.from, to: target.from, pieces: [unit, GAP] });
    const { content } = target;
    if (content !== null && side === 'start')
      return moving(unit, cut, { from: content.from, to: content.from, pieces: [unit, this.#newBreak()] });
    const below = this.#trimmed(target).to;
    return moving(unit, cut, { from: below, to: below, pieces: [GAP, unit, ...this.#gapBelow(below)] });
  }

  /** The blank line that is missing after an offset at which a passage is to end. */
  #gapBelow(at: number): readonly Piece[] {
    const rest = this.#text.slice(at, at + GAP.length);
    return rest === GAP || rest.trim() !== '' || at + rest.length === this.#text.length ? [] : ['\n'];
  }

  #newBreak(): string {
    return `${GAP}${this.#breakMark()}${GAP}`;
  }

  /** The range that leaves its place with a scene, so that no break is left beside a heading; and the break in it. */
  #cutScene(index: number, scene: TextRange): { readonly cut: TextRange; readonly break: Piece | null } {
    const [previous, part, next] = [this.#parts[index - 1], this.#parts[index], this.#parts[index + 1]];
    if (next?.kind === 'break' && next.content !== null) {
      const between = { from: scene.to, to: next.content.from };
      return { cut: { from: scene.from, to: next.content.from }, break: this.#separator(between) };
    }
    if (part?.kind === 'break' && previous?.content != null) {
      const between = { from: previous.content.to, to: scene.from };
      return { cut: { from: previous.content.to, to: scene.to }, break: this.#separator(between) };
    }
    if (part === undefined || part.kind === 'front')
      return { cut: { from: scene.from, to: part?.to ?? scene.to }, break: null };
    return {
      cut: { from: this.#trimmed({ from: part.from, to: scene.from }).to, to: scene.to },
      break: null,
    };
  }

  moveChapter(index: number, direction: 1 | -1): Planned | SceneRefusal {
    const own = this.#parts.findLastIndex(({ kind }, at) => at <= index && kind === 'heading');
    const chapter = this.#parts[own];
    if (chapter === undefined) return 'noChapter';
    const { level } = chapter;
    const isAbove = (part: Part) => part.kind === 'heading' && part.level <= level;
    const end = this.#unitEnd(own);
    if (direction === -1) {
      const before = this.#parts.findLastIndex((part, at) => at < own && isAbove(part));
      const other = this.#parts[before];
      if (other === undefined) return 'isFirst';
      // Above a part's heading, it is in the part before, if there is one.
      const isInPart = this.#parts
        .slice(0, before)
        .some((part) => part.kind === 'heading' && part.level < level);
      if (other.level < level && !isInPart) return 'isFirst';
      return this.#swap(
        this.#trimmed({ from: other.from, to: chapter.from }),
        this.#trimmed({ from: chapter.from, to: end }),
        'second',
      );
    }
    const after = this.#parts.findIndex(({ from }) => from === end);
    const other = this.#parts[after];
    if (after < 0 || other === undefined) return 'isLast';
    // Below the heading of a part, it is before the part's first chapter.
    const otherEnd =
      other.level === level
        ? this.#unitEnd(after)
        : (this.#parts.find(({ kind }, at) => at > after && kind === 'heading')?.from ?? this.#text.length);
    return this.#swap(
      this.#trimmed({ from: chapter.from, to: end }),
      this.#trimmed({ from: other.from, to: otherEnd }),
      'first',
    );
  }

  /** The end of a heading's part with all that is inside it. */
  #unitEnd(index: number): number {
    const level = this.#parts[index]?.level ?? 0;
    const next = this.#parts.find(
      ({ kind, level: other }, at) => at > index && kind === 'heading' && other <= level,
    );
    return next?.from ?? this.#text.length;
  }

  /** Exchanges two passages, by moving one of them; what is between them stays between them. */
  #swap(first: TextRange, second: TextRange, moves: 'first' | 'second'): Planned {
    const between = this.#separator({ from: first.to, to: second.from });
    if (moves === 'first') {
      const changes = [
        { from: first.from, to: second.from, pieces: [] },
        { from: second.to, to: second.to, pieces: [between, first] },
      ];
      return { changes, moved: first };
    }
    const changes = [
      { from: first.from, to: first.from, pieces: [second, between] },
      { from: first.to, to: second.to, pieces: [] },
    ];
    return { changes, moved: second };
  }

  /** The text between two passages, with a blank line at both ends, so that it means the same beside others. */
  #separator(range: TextRange): Piece {
    const text = this.#text.slice(range.from, range.to);
    const mark = text.trim();
    if (mark === '') return text.includes(GAP) ? range : GAP;
    return text.startsWith(GAP) && text.endsWith(GAP) ? range : `${GAP}${mark}${GAP}`;
  }

  /** The scene break that this text uses. */
  #breakMark(): string {
    const found = this.#parts.find(({ kind }) => kind === 'break');
    return found === undefined ? BREAK : this.#lineAt(found.from).trim();
  }

  /** Raises or lowers the heading with all that are inside it. */
  changeLevel(index: number, by: 1 | -1): Planned | SceneRefusal {
    const own = this.#parts.findLastIndex(({ kind }, at) => at <= index && kind === 'heading');
    if (own < 0) return 'noChapter';
    const end = this.#unitEnd(own);
    const headings = this.#parts.filter(
      ({ kind, from }, at) => at >= own && from < end && kind === 'heading',
    );
    if (by === -1 && headings[0]?.level === 1) return 'isHighest';
    if (by === 1 && headings.some(({ level }) => level === DEEPEST)) return 'isLowest';
    const changes = headings.flatMap(({ from, level }): readonly SceneChange[] => {
      const line = this.#lineAt(from);
      if (headingLevel(line) > 0)
        return [by === 1 ? { from, to: from, pieces: ['#'] } : { from, to: from + 1, pieces: [] }];
      const marked = { from, to: from, pieces: [`${'#'.repeat(level + by)} `] };
      const end = from + line.length;
      const underline = this.#lineAt(end + 1);
      return UNDERLINE.test(underline)
        ? [marked, { from: end, to: end + 1 + underline.length, pieces: [] }]
        : [marked];
    });
    return { changes };
  }

  /** Ends the scene at the caret. */
  divide(caret: number): SceneEdit | SceneRefusal {
    const part = this.#parts[this.indexAt(caret)];
    if (part?.content == null) return 'noScene';
    const { from, to } = part.content;
    const before = this.#text.slice(from, caret).trimEnd();
    const after = this.#text.slice(caret, to).trimStart();
    if (caret <= from || caret >= to || before === '' || after === '') return 'noScene';
    const pieces = [this.#newBreak()];
    const start = from + before.length;
    return {
      changes: [{ from: start, to: to - after.length, pieces }],
      caret: start + (pieces[0]?.length ?? 0),
    };
  }

  /** Removes the break after the scene. */
  join(index: number): Planned | SceneRefusal {
    const [scene, next] = [this.#parts[index]?.content, this.#parts[index + 1]];
    if (scene == null || next?.kind !== 'break' || next.content === null) return 'noNextScene';
    return { changes: [{ from: scene.to, to: next.content.from, pieces: [GAP] }] };
  }

  /** Begins a scene after this one. */
  newScene(index: number): SceneEdit | SceneRefusal {
    const scene = this.#parts[index]?.content;
    if (scene == null) return 'noScene';
    const begin = this.#newBreak();
    return { changes: [{ from: scene.to, to: scene.to, pieces: [begin] }], caret: scene.to + begin.length };
  }

  #lineAt(from: number): string {
    const end = this.#text.indexOf('\n', from);
    return this.#text.slice(from, end < 0 ? undefined : end);
  }

  /** A range without the white space at its end, and without blank lines at its beginning. */
  #trimmed({ from, to }: TextRange): TextRange {
    const text = this.#text.slice(from, to);
    const start = /^(?:[^\S\n]*\n)*/.exec(text)?.[0].length ?? 0;
    return { from: from + start, to: from + text.trimEnd().length };
  }
}

function moving(moved: TextRange, cut: TextRange, insertion: SceneChange): Planned {
  const changes: readonly SceneChange[] = [{ ...cut, pieces: [] }, insertion];
  return { changes: changes.toSorted((a, b) => a.from - b.from), moved };
}

function withCaret(planned: Planned | SceneRefusal, at: number): SceneEdit | SceneRefusal {
  return typeof planned === 'string' ? planned : { ...planned, caret: offsetAfter(planned, at) };
}

/** The caret stays in the words that it is in, wherever they go; below the last of those that move, it goes with them. */
export function offsetAfter(planned: Planned, at: number): number {
  const { changes, moved: passage } = planned;
  const caret = passage !== undefined && at >= passage.from ? Math.min(at, passage.to) : at;
  const moved = movedPassages(planned).find(({ from, to }) => caret >= from && caret <= to);
  if (moved !== undefined) return moved.at + caret - moved.from;
  let shift = 0;
  for (const { from, to, pieces } of changes) {
    if (caret < from || (caret === from && from === to)) break;
    const length = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
    if (caret < to) return from + shift + length;
    shift += length - (to - from);
  }
  return caret + shift;
}

/** The parts of a text that an edit takes elsewhere, each with the offset at which it is afterwards. */
export function movedPassages({ changes }: Planned): readonly MovedPassage[] {
  const moved: MovedPassage[] = [];
  let shift = 0;
  for (const { from, to, pieces } of changes) {
    let at = from + shift;
    for (const piece of pieces) {
      if (typeof piece !== 'string') moved.push({ ...piece, at });
      at += lengthOf(piece);
    }
    shift = at - to;
  }
  return moved;
}

function lengthOf(piece: Piece): number {
  return typeof piece === 'string' ? piece.length : piece.to - piece.from;
}
