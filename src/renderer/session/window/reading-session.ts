import type { BookSettings } from '../../../core/book/book-settings.ts';
import { type ReadingRow, readingRows } from '../../../core/book/reading-rows.ts';
import type { NodeId, TreeId } from '../../../core/ids.ts';
import { snapToPairStart } from '../../../core/text/surrogate-pair.ts';
import { NOTE_ADDED } from '../../../ui-text/node/notes.ts';
import { NOTE_NOT_COMMITTED, NOTHING_TO_READ } from '../../../ui-text/reading.ts';
import { nodesOf } from '../path/path-segments.ts';
import { createStore, readableOf } from '../store.ts';
import type { WindowScope } from './window-scope.ts';

/** A text that is read through. */
export interface Reading {
  readonly treeId: TreeId;
  readonly title: string;
  readonly text: string;
  readonly rows: readonly ReadingRow[];
  readonly book: BookSettings;
  /** Offset at which reading begins: that of the caret. */
  readonly start: number;
}

/** A node of the text, or what is not committed yet (null), from an offset on. */
interface ReadPart {
  readonly nodeId: NodeId | null;
  readonly isEdited: boolean;
  readonly from: number;
  readonly text: string;
}

/** The most words of a passage that a note is put on. UTF-16 code units. */
const PHRASE = 60;

/** Reading a manuscript through. It writes nothing but notes. */
export function createReadingSession(scope: WindowScope, cover: (isReading: boolean) => void) {
  const { client, notices, findTree, findGrove, findDeskOf, flushDrafts } = scope;
  const shown = createStore<Reading | null>(null);
  let parts: readonly ReadPart[] = [];

  /** The part at an offset, and its number. */
  function partAt(offset: number): { readonly part: ReadPart; readonly index: number } | null {
    const index = parts.findLastIndex(({ from, text }) => from <= offset && text !== '');
    const part = parts[index];
    return part === undefined ? null : { part, index };
  }

  return {
    /** The text that is read; null while none is. */
    shown: readableOf(shown),

    /** Shows the text that commands act on, from the caret on. */
    async open(): Promise<void> {
      const tree = findTree();
      if (tree === null) return;
      await notices.attempt(async () => {
        const { treeId } = tree;
        const caret = tree.navigation.findPlace()?.caret ?? null;
        await flushDrafts();
        const { segments, edits, buffer } = await client.call('path.read', { treeId });
        const edited = new Map(edits.map(({ nodeId, text }) => [nodeId, text]));
        let from = 0;
        const nodes = nodesOf(segments).map(({ nodeId, text }) => ({ nodeId, text }));
        parts = [...nodes, { nodeId: null, text: buffer.text }].map(({ nodeId, text: committed }) => {
          const own = nodeId === null ? undefined : edited.get(nodeId);
          const part = { nodeId, isEdited: own !== undefined, from, text: own ?? committed };
          from += part.text.length;
          return part;
        });
        const { title = '', settings } = findGrove()?.trees.find(({ id }) => id === treeId) ?? {};
        const book = settings?.book ?? {};
        const text = parts.map((part) => part.text).join('');
        const rows = readingRows(text, book.headings);
        if (rows.length === 0) {
          notices.tell(NOTHING_TO_READ);
          return;
        }
        const at = parts.find(({ nodeId }) => nodeId === (caret?.nodeId ?? null));
        const start = (at?.from ?? 0) + (caret?.offset ?? 0);
        shown.set({ treeId, title: book.title || title, text, rows, book, start });
        cover(true);
      });
    },

    /** Returns to the text, with the caret where the reader was. */
    leave(offset: number): void {
      const reading = shown.get();
      if (reading === null) return;
      const at = partAt(offset);
      cover(false);
      shown.set(null);
      const desk = findDeskOf(reading.treeId);
      if (at === null || desk === null) return;
      desk.tree.navigation.goToOffset(at.index, offset - at.part.from, { focuses: true });
    },

    /** Writes a note on the words at an offset. @returns whether it was written */
    async note(offset: number, text: string): Promise<boolean> {
      const reading = shown.get();
      const at = partAt(offset);
      if (reading === null || at === null) return false;
      const { nodeId, isEdited, from, text: whole } = at.part;
      if (nodeId === null) {
        notices.tell(NOTE_NOT_COMMITTED);
        return false;
      }
      const start = offset - from;
      const line = whole.indexOf('\n', start);
      const end = snapToPairStart(whole, Math.min(start + PHRASE, line < 0 ? whole.length : line));
      // The places of an edit that is pending are not those of the node.
      const phrase = isEdited || end <= start ? undefined : { start, length: end - start };
      const { treeId } = reading;
      const place = phrase === undefined ? {} : { phrase };
      const note = await notices.attempt(client.call('node.annotate', { treeId, nodeId, text, ...place }));
      if (note !== undefined) notices.tell(NOTE_ADDED);
      return note !== undefined;
    },
  };
}

export type ReadingSession = ReturnType<typeof createReadingSession>;
