/** The text of a Word document: its paragraphs, with notes as comments and suggestions as tracked changes (`books.md`). */
import { type BookNote, editsOf, type SuggestedEdit, withEdits } from '../book/book-marks.ts';
import {
  type BookBlock,
  bookTitle,
  type RunReader,
  readChapters,
  repeatsTitle,
  runReader,
  shownLevel,
  topLevelOf,
} from '../book/read-book.ts';
import type { AgentId } from '../ids.ts';
import type { TextRange } from '../text/span.ts';
import { type ChangedPieces, changedPieces, type PagedBlock, pairBlocks } from './docx-changes.ts';
import {
  changedRuns,
  paragraph,
  RIGHT_TO_LEFT,
  type RunForm,
  runXml,
  type TrackedChange,
  wordTime,
} from './docx-paragraph.ts';
import { escapeXml } from './escape-html.ts';
import type { ExportedPath } from './exported-path.ts';

interface TextForm {
  /** Between scenes. */
  readonly mark: string;
  /** The text follows a title page. */
  readonly hasTitle: boolean;
  /** The ids of character styles. */
  readonly styles: ReadonlyMap<AgentId, string>;
}

/** The paragraphs of a text. */
export function* textXml(path: ExportedPath, form: TextForm): Generator<string> {
  const { notes = [] } = path.marks ?? {};
  const edits = path.marks === undefined ? [] : editsOf(path.marks);
  const old = readText(
    path,
    form,
    [...notes, ...edits].flatMap(({ from, to }) => [from, to]),
  );
  const cuts = edits.flatMap(({ fromNow, toNow }) => [fromNow, toNow]);
  const now = edits.length === 0 ? old : readText(withEdits(path, edits), form, cuts);
  const comments = new Comments(notes);
  const changes = new Changes(comments);
  let read = 0;
  let isLastWhole = false;
  for (const pair of pairBlocks(old.blocks, now.blocks, edits)) {
    const shown = pair.old ?? pair.now;
    if (shown === null) continue;
    const { block, breaksPage } = shown;
    const own = pair.old === null ? [] : old.piecesOf(block);
    const others = pair.isSame || pair.now === null ? [] : now.piecesOf(pair.now.block);
    const groups = pair.isSame ? [] : changedPieces(own, others, edits);
    let runs = pair.isSame ? comments.around(own) : groups.map((group) => changes.xml(group)).join('');
    if (pair.old !== null) {
      read += 1;
      runs += comments.atEnd(old.blocks[read]?.block.lines[0].from ?? Infinity);
    }
    const [group] = groups;
    const isWhole = group !== undefined && (pair.old === null || pair.now === null);
    yield paragraph(styleOf(block, old.topLevel), runs, {
      breaksPage,
      isRightToLeft: block.kind !== 'break' && RIGHT_TO_LEFT.test(block.lines[0].text),
      ...(isWhole ? { change: changes.next(pair.old === null ? 'ins' : 'del', group.edit) } : {}),
    });
    isLastWhole = isWhole;
  }
  const rest = comments.atEnd(Infinity);
  // A paragraph goes only if another follows it.
  if (rest !== '' || isLastWhole) yield paragraph('BodyText', rest);
}

/** Tracked changes, numbered. */
class Changes {
  readonly #comments: Comments;
  #count = 0;

  constructor(comments: Comments) {
    this.#comments = comments;
  }

  next(kind: TrackedChange['kind'], { author, time }: SuggestedEdit): TrackedChange {
    this.#count += 1;
    return { kind, id: this.#count, author, time };
  }

  /** Pieces with what becomes of them; those that look alike are not changed. */
  xml({ edit, old, now }: ChangedPieces<Piece>): string {
    if (areAlike(old, now)) return this.#comments.around(old);
    const deleted = old.map(
      (piece) =>
        this.#comments.before(piece.from) + changedRuns(this.next('del', edit), pieceXml(piece, 'delText')),
    );
    const inserted = now.map((piece) => changedRuns(this.next('ins', edit), pieceXml(piece)));
    return [...deleted, ...inserted].join('');
  }
}

function styleOf({ kind, level, opens }: BookBlock, topLevel: number): string {
  if (kind === 'break') return 'SceneBreak';
  if (kind === 'heading') return `Heading${shownLevel(level, topLevel)}`;
  return opens ? 'FirstParagraph' : 'BodyText';
}

/** Characters in one form, or a line break, and the range of the text that they come from. */
interface Piece extends TextRange {
  readonly text: string | null;
  readonly form: RunForm;
}

const pieceXml = ({ text, form }: Piece, element?: 'delText') =>
  text === null ? '<w:r><w:br/></w:r>' : runXml(text, form, element);

/** Returns true if the same is shown, however it is divided. */
function areAlike(one: readonly Piece[], other: readonly Piece[]): boolean {
  const shapeOf = (pieces: readonly Piece[]) => {
    const shape: string[] = [];
    let last = '';
    for (const { text, form } of pieces) {
      const own = JSON.stringify([text === null, form]);
      if (own !== last) shape.push(own);
      last = own;
      shape.push(text ?? '\n');
    }
    return shape.join('');
  };
  return shapeOf(one) === shapeOf(other);
}

/** A text in paragraphs, and the pieces of each, which must be asked for in order. */
function readText(path: ExportedPath, { mark, hasTitle, styles }: TextForm, cuts: readonly number[]) {
  const { headings = [] } = path.book?.settings ?? {};
  const title = bookTitle(path);
  const isPart = path.isPart === true;
  const chapters = readChapters(path).filter((chapter) => isPart || !repeatsTitle(chapter, title));
  const blocks = chapters.flatMap((chapter, index): readonly PagedBlock[] =>
    chapter.blocks.map((block, at) => {
      const startsPage = block.isMarked && headings[block.level - 1]?.startsPage === true;
      return { block, breaksPage: at === 0 ? index > 0 || hasTitle : startsPage };
    }),
  );
  const runsOf = runReader(
    { ...path, spans: styles.size === 0 ? [] : path.spans },
    styles,
    cuts.toSorted((a, b) => a - b),
  );
  return {
    blocks,
    topLevel: topLevelOf(chapters),
    piecesOf: (block: BookBlock): readonly Piece[] => {
      const pieces = [...piecesOfBlock(block, mark, runsOf)];
      const { from, text } = block.lines[0];
      return pieces.length > 0 ? pieces : [{ from, to: from + text.length, text: '', form: {} }];
    },
  };
}

function* piecesOfBlock(
  { kind, lines }: BookBlock,
  mark: string,
  runsOf: RunReader<string>,
): Generator<Piece> {
  const [first] = lines;
  if (kind === 'break') {
    yield { from: first.from, to: first.from + first.text.length, text: mark, form: {} };
    return;
  }
  let end: number | null = null;
  for (const line of kind === 'heading' ? [first] : lines) {
    if (end !== null) yield { from: end, to: line.from, text: null, form: {} };
    end = line.from + line.text.length;
    const isRightToLeft = RIGHT_TO_LEFT.test(line.text);
    for (const { from, to, text, ...form } of runsOf(line))
      yield { from, to, text, form: { ...form, isRightToLeft } };
  }
}

/** The places of comments, as the text is written in order. */
class Comments {
  readonly #notes: readonly (BookNote & { readonly id: number })[];
  #next = 0;
  #open: readonly { readonly id: number; readonly to: number }[] = [];

  constructor(notes: readonly BookNote[]) {
    this.#notes = notes.map((note, id) => ({ ...note, id })).toSorted((a, b) => a.from - b.from);
  }

  /** Pieces with the comments that begin and end among them. */
  around(pieces: readonly Piece[]): string {
    return pieces.map((piece) => this.before(piece.from) + pieceXml(piece)).join('');
  }

  /** Comments that end before a place, or begin there. */
  before(offset: number): string {
    let marks = this.#end(offset);
    for (let note = this.#notes[this.#next]; note !== undefined && note.from <= offset; ) {
      marks += `<w:commentRangeStart w:id="${note.id}"/>`;
      this.#open = [...this.#open, note];
      this.#next += 1;
      note = this.#notes[this.#next];
    }
    return marks;
  }

  /** Comments that end in a paragraph, which the next one, at `offset`, follows; after the last, all. */
  atEnd(offset: number): string {
    return (offset === Infinity ? this.before(offset) : '') + this.#end(offset);
  }

  #end(offset: number): string {
    const ended = this.#open.filter(({ to }) => to <= offset);
    if (ended.length === 0) return '';
    this.#open = this.#open.filter(({ to }) => to > offset);
    return ended
      .map(({ id }) => `<w:commentRangeEnd w:id="${id}"/>${COMMENT_MARK.replace('?', String(id))}`)
      .join('');
  }
}

const COMMENT_MARK =
  '<w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr><w:commentReference w:id="?"/></w:r>';

/** The comments themselves. */
export function* commentsXml(notes: readonly BookNote[]): Generator<string> {
  for (const [id, { author, time, text }] of notes.entries()) {
    const initials = Array.from(author.matchAll(/(?<!\S)\S/gu), ([first]) => first).slice(0, 3);
    yield `<w:comment w:id="${id}" w:author="${escapeXml(author)}" w:date="${wordTime(time)}" w:initials="${escapeXml(initials.join(''))}">\n`;
    for (const line of text.split('\n')) {
      const form = { isRightToLeft: RIGHT_TO_LEFT.test(line) };
      yield paragraph('CommentText', runXml(line, form), form);
    }
    yield '</w:comment>\n';
  }
}
