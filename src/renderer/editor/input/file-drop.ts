/** Inserts text files dropped on the manuscript as the writer's text, at the drop point and in one undo step. */
import { isolateHistory } from '@codemirror/commands';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { MAX_TEXT_LENGTH } from '../../../core/text/limits.ts';
import { normaliseForeignText } from '../../../core/text/normalise.ts';
import { refuseText } from './text-bounds.ts';

const TEXT_FILE = /\.(?:txt|text|md|markdown)$/i;

/** A larger file has more text than may be inserted: at most three bytes for each code unit. */
const MAX_BYTES = 3 * MAX_TEXT_LENGTH + 3;

/** The text of a file: UTF-8, with or without a byte order mark. @throws {TypeError} if the bytes are anything else */
export function textOfBytes(bytes: ArrayBuffer): string {
  return normaliseForeignText(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/** Returns true if `dropFiles` accepts this file. */
export function isTextFile(file: { readonly name: string }): boolean {
  return TEXT_FILE.test(file.name);
}

/** A drop whose files are still being read; its offset is mapped through changes. */
interface Drop {
  offset: number;
}

export interface FileDropOptions {
  /** Runs a change to the text, after any composition. */
  run(change: () => void): void;
  /** Called for a file that is not UTF-8 text, or cannot be read. */
  onRefused(name: string): void;
}

class FileDrop {
  readonly #view: EditorView;
  readonly #options: FileDropOptions;
  readonly #drops = new Set<Drop>();
  #isDestroyed = false;

  constructor(view: EditorView, options: FileDropOptions) {
    this.#view = view;
    this.#options = options;
  }

  update({ changes }: ViewUpdate): void {
    for (const drop of this.#drops) drop.offset = changes.mapPos(drop.offset);
  }

  destroy(): void {
    this.#isDestroyed = true;
  }

  /** Inserts the files in the order they were dropped, separated by line breaks. */
  async insertFiles(files: readonly File[], offset: number): Promise<void> {
    const drop = { offset };
    this.#drops.add(drop);
    const texts = await Promise.all(files.map((file) => this.#read(file)));
    this.#options.run(() => this.#insert(drop, texts.filter((text) => text !== '').join('\n')));
  }

  #insert(drop: Drop, text: string): void {
    this.#drops.delete(drop);
    if (text === '' || this.#isDestroyed) return;
    this.#view.focus();
    this.#view.dispatch({
      changes: { from: drop.offset, insert: text },
      selection: { anchor: drop.offset + text.length },
      annotations: isolateHistory.of('full'),
      userEvent: 'input.file',
      scrollIntoView: true,
    });
  }

  async #read(file: File): Promise<string> {
    if (file.size > MAX_BYTES) {
      refuseText(this.#view);
      return '';
    }
    try {
      return textOfBytes(await file.arrayBuffer());
    } catch {
      this.#options.onRefused(file.name);
      return '';
    }
  }
}

export function dropFiles(options: FileDropOptions) {
  return ViewPlugin.define((view) => new FileDrop(view, options), {
    eventHandlers: {
      drop(event, view) {
        const files = [...(event.dataTransfer?.files ?? [])].filter(isTextFile);
        if (files.length === 0) return false;
        event.preventDefault();
        if (view.state.readOnly) return true;
        void this.insertFiles(files, view.posAtCoords({ x: event.clientX, y: event.clientY }, false));
        return true;
      },
    },
  });
}
