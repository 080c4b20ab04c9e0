/** Importing and exporting files of text. */

import type { BookSettings, HeadingLook } from '../../core/book/book-settings.ts';
import type { BookPreset, FirstPage } from '../../core/exchange/docx.ts';
import type { Sha256, TreeId } from '../../core/ids.ts';
import type { LoomTree } from '../../core/tree/loom-tree.ts';

/** The text to export, and its form. */
export interface ExportedTree {
  readonly treeId: TreeId;
  /** Includes prompt fences (`layers.md`, *Dimensions and roll-off*). */
  readonly withFences: boolean;
  /** Formats the Markdown of messages, on a web page and on paper. */
  readonly formatMessages: boolean;
}

/** A file that the writer has just had written. */
export interface WrittenFile {
  /** Names it in `exchange.showFile` and `exchange.openFile`, in the window that wrote it. */
  readonly handle: number;
  /** The file's name without its folder. */
  readonly name: string;
}

/** A report of authorship that was written. */
export interface SavedReport extends WrittenFile {
  /** Of the file. */
  readonly sha256: Sha256;
}

/** The time stamp of a report. */
export interface StampedReport {
  readonly file: WrittenFile;
  /** By the service, in milliseconds since 1970 UTC. */
  readonly time: number;
}

/** The exported or printed text. */
export interface PathExport {
  /** Number of prompt fences left out. */
  readonly fencesLeftOut: number;
  /** Number of suggestions that were to go out and could not. */
  readonly suggestionsLeftOut: number;
  readonly words: number;
  /** Number of chapters; 0 if it is not divided into chapters. */
  readonly chapters: number;
  /** Null if it was printed. */
  readonly file: WrittenFile | null;
}

/** The formats for exporting the text on the screen. */
export type PathFormat = 'markdown' | 'annotated' | 'typed' | 'plainText' | 'html' | 'epub' | 'docx';

/** A folder of texts: every branch of a tree, or all documents of the grove as notes for Obsidian. */
export type FolderKind = 'branches' | 'documents';

/** The exported folder. */
export interface ExportedFolder {
  /** Number of texts. */
  readonly texts: number;
  readonly file: WrittenFile;
}

/** A chapter of a book. */
export interface ChapterName {
  /** In `ExportPreview.chapters`. */
  readonly index: number;
  /** By which it is found if the text has changed since. */
  readonly label: string;
}

/** A part of a story that goes out: some of its chapters, or what was selected. */
export type StoryPart =
  | { readonly kind: 'chapters'; readonly chapters: readonly ChapterName[] }
  | {
      readonly kind: 'selection';
      /** In UTF-16 code units of the text on the screen. */
      readonly from: number;
      readonly to: number;
      /** The first characters of the selected text, by which it is checked. */
      readonly beginning: string;
    };

/** The choices with which a tree was exported, as they are kept. */
export interface KeptExport {
  readonly format: PathFormat | 'pdf' | FolderKind;
  /** Of a Word document. */
  readonly preset: BookPreset;
  /** Of a Word document: as comments, and as tracked changes. */
  readonly withNotes: boolean;
  readonly withSuggestions: boolean;
  /** Of the text; empty for all of it. */
  readonly chapters: readonly ChapterName[];
}

/** A paragraph, a heading or a break as an export shows it. */
export interface PreviewBlock {
  readonly kind: 'heading' | 'paragraph' | 'break';
  /** Of a heading in the export, 1 to 6; else 0. */
  readonly level: number;
  /** Of a heading. */
  readonly look: HeadingLook;
  readonly opens: boolean;
  readonly startsPage: boolean;
  readonly lines: readonly (readonly {
    readonly text: string;
    readonly emphasis: boolean;
    readonly strong: boolean;
  }[])[];
}

/** An export of a story before it is made. */
export interface ExportPreview {
  /** The parts of the book that can be exported alone. */
  readonly chapters: readonly { readonly label: string; readonly words: number }[];
  /** Its beginning: blocks of a book, or text of a format that is text; of a folder, the names of the first files. */
  readonly beginning: readonly PreviewBlock[] | string;
  /** Null where the text begins on the first page. */
  readonly first: FirstPage | null;
  /** The words above every other page, before its number. */
  readonly header: string;
  readonly form: Pick<BookSettings, 'font' | 'size' | 'isSpaced' | 'isJustified'>;
}

/** The progress of a long operation on a file or a tree. */
export interface ExchangeProgress {
  readonly kind:
    | 'import'
    | 'export'
    | 'backup'
    | 'copy'
    | 'duplicate'
    | 'move'
    | 'delete'
    | 'merge'
    | 'count'
    | 'report'
    | 'stamp';
  /** The file name without its folder; for a tree that is duplicated, moved, deleted, counted or reported on, its title; the host of a service of time stamps. */
  readonly name: string;
  /** The share that is done, from 0 to 1; null if unknown. */
  readonly share: number | null;
}

/** The outcome of an operation on a file that the writer chose. A banner of the grove has the reason of a failure. */
export type ExchangeOutcome = 'done' | 'dismissed' | 'stopped' | 'failed';

/** The same, with the file if it was written. */
export type WritingOutcome = WrittenFile | Exclude<ExchangeOutcome, 'done'>;

/** A file of which nothing was imported, because it has to be decided how to read it, or whether at all. */
export interface ImportQuestion {
  /** Names it in `exchange.importAs`, until files are chosen again. */
  readonly handle: number;
  /** The file's name without its folder. */
  readonly name: string;
  /** A sentence if it is another program's save, else null. */
  readonly looksLike: string | null;
  /** The encodings it may be read in, the most likely first, with lines that show whether it is the right one. */
  readonly readings: readonly { readonly encoding: string; readonly lines: string }[];
}

/** The result of an import. */
export interface ImportReport {
  /** A tree for each imported file, in the order the files were chosen. */
  readonly trees: readonly LoomTree[];
  /** Remarks on an imported text for the writer, in sentences. */
  readonly remarks: readonly string[];
  /** Files that are imported only once the writer has decided about them. */
  readonly questions: readonly ImportQuestion[];
  /** Files that could not be imported, each with a description of the reason. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
  /** The writer stopped it; the imported part of that file is then an archived tree. */
  readonly stopped: boolean;
}
