/** Requests that import and export text. */
import * as v from 'valibot';
import type { NameStyle } from '../../core/exchange/conversation-text.ts';
import type { BookPreset } from '../../core/exchange/docx.ts';
import type { Dimension } from '../../core/history/history.ts';
import type { TreeId } from '../../core/ids.ts';
import type {
  ExportedFolder,
  ExportedTree,
  ExportPreview,
  FolderKind,
  ImportReport,
  PathExport,
  PathFormat,
  StoryPart,
  WritingOutcome,
  WrittenFile,
} from '../wire/exchange.ts';
import { listOf, stringUpTo } from './bounded.ts';
import { nothing, type SchemasOf, tree, treeId } from './fields.ts';

/** The form of speakers' names before a conversation's messages; a manuscript has none. */
export interface SpeakerNames {
  readonly names: NameStyle;
}

/** The part of a story that goes out, and its look. */
export interface BookLook {
  /** By default the whole text. */
  readonly part?: StoryPart | undefined;
  /** Of a Word document; by default `manuscript`. */
  readonly preset?: BookPreset | undefined;
  /** Of a Word document: notes are comments in it, suggestions are tracked changes. */
  readonly withNotes?: boolean | undefined;
  readonly withSuggestions?: boolean | undefined;
}

export interface ExchangeRequests {
  /**
   * Shows the system's save dialog and writes the text on the screen there, as main has it: including the
   * draft, without committing it. Null if the writer cancels.
   */
  'exchange.exportPath'(
    input: ExportedTree & SpeakerNames & BookLook & { readonly format: PathFormat },
  ): PathExport | 'stopped' | null;
  /** The beginning of a story as it would be exported, and its chapters; of a folder, the names of its files. */
  'exchange.preview'(
    input: ExportedTree & BookLook & { readonly format: PathFormat | 'pdf' | FolderKind },
  ): ExportPreview;
  /** `exchange.exportPath` as a PDF, in the fonts of the manuscript. */
  'exchange.exportPdf'(input: ExportedTree & Pick<BookLook, 'part'>): PathExport | 'stopped' | null;
  /** Asks for a folder with the system's dialog and writes a new one in it. Null if the writer cancels. */
  'exchange.exportFolder'(
    input: Omit<ExportedTree, 'formatMessages'> & { readonly kind: FolderKind },
  ): ExportedFolder | 'stopped' | null;
  /** Shows the system's save dialog and writes the whole tree there as JSON (`docs/exchange.md`). */
  'exchange.exportTree'(input: { readonly treeId: TreeId }): WritingOutcome;
  /** Shows the system's save dialog and writes the layers of the writer's path there (`docs/exchange.md`). */
  'exchange.exportHistory'(input: { readonly treeId: TreeId; readonly dimension: Dimension }): WritingOutcome;
  /** Shows the system's save dialog and writes the trace of a conversation there. Null if the writer cancels. */
  'exchange.exportTrace'(input: {
    readonly treeId: TreeId;
    readonly format: 'markdown' | 'json';
  }): WrittenFile | null;
  /** Shows a file that this window has written in its folder, in the system's file manager. */
  'exchange.showFile'(input: { readonly handle: number }): Record<string, never>;
  /** Opens a file that this window has written with the system's program for it. */
  'exchange.openFile'(input: { readonly handle: number }): Record<string, never>;
  /** Prints the text on the screen with the system's dialog; null if the writer cancels. */
  'exchange.print'(input: ExportedTree): PathExport | null;
  /**
   * Asks for text files with the system's dialog, imports each as a tree and shows the last. Null if the
   * writer cancels.
   */
  'exchange.importTexts'(input: Record<string, never>): ImportReport | null;
  /**
   * Imports a file that `importTexts` has asked about and shows it.
   * @returns null if it was stopped before it was read
   */
  'exchange.importAs'(input: {
    readonly handle: number;
    /** The index of the right reading in the question's. */
    readonly reading: number;
  }): ImportReport | null;
  /**
   * Asks for files of histories with the system's dialog, imports each as a tree with a time line and shows the last
   * (`docs/exchange.md`). Null if the writer cancels.
   */
  'exchange.importHistories'(input: Record<string, never>): ImportReport | null;
  /** Stops the import, export or copy running in this window. */
  'exchange.stop'(input: Record<string, never>): Record<string, never>;
}

/** The fields of `ExportedTree`. */
const exported = { treeId, withFences: v.boolean(), formatMessages: v.boolean() };

const FOLDER_KINDS = ['branches', 'documents'] as const;
const PATH_FORMATS = ['markdown', 'annotated', 'typed', 'plainText', 'html', 'epub', 'docx'] as const;

const offset = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The fields of `BookLook`. */
const look = {
  part: v.optional(
    v.variant('kind', [
      v.strictObject({
        kind: v.literal('chapters'),
        chapters: listOf(v.strictObject({ index: offset, label: stringUpTo(200) }), 10_000),
      }),
      v.strictObject({
        kind: v.literal('selection'),
        from: offset,
        to: offset,
        beginning: stringUpTo(200),
      }),
    ]),
  ),
  preset: v.optional(v.picklist(['manuscript', 'book', 'plain'])),
  withNotes: v.optional(v.boolean()),
  withSuggestions: v.optional(v.boolean()),
};

const handle = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

export const exchangeSchemas: SchemasOf<ExchangeRequests> = {
  'exchange.exportPath': v.strictObject({
    ...exported,
    names: v.picklist(['bold', 'heading', 'colon']),
    ...look,
    format: v.picklist(PATH_FORMATS),
  }),
  'exchange.preview': v.strictObject({
    ...exported,
    ...look,
    format: v.picklist([...PATH_FORMATS, 'pdf', ...FOLDER_KINDS]),
  }),
  'exchange.exportPdf': v.strictObject({ ...exported, part: look.part }),
  'exchange.exportFolder': v.strictObject({
    treeId,
    withFences: exported.withFences,
    kind: v.picklist(FOLDER_KINDS),
  }),
  'exchange.exportTree': tree,
  'exchange.exportHistory': v.strictObject({
    treeId,
    dimension: v.picklist(['versions', 'executions', 'levels']),
  }),
  'exchange.exportTrace': v.strictObject({ treeId, format: v.picklist(['markdown', 'json']) }),
  'exchange.print': v.strictObject(exported),
  'exchange.importTexts': nothing,
  'exchange.importAs': v.strictObject({
    handle,
    reading: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
  'exchange.importHistories': nothing,
  'exchange.showFile': v.strictObject({ handle }),
  'exchange.openFile': v.strictObject({ handle }),
  'exchange.stop': nothing,
};
