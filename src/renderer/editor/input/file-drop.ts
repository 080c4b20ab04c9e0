/** Text files dropped on the manuscript become the writer's text where they were dropped, in one undo step. */
import { isolateHistory } from '@codemirror/commands';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { normaliseText } from '../../../core/text/normalise.ts';

const TEXT_FILE = /\.(?:txt|text|md|markdown)$/i;

/** The text of a file: UTF-8, with or without a byte order mark. Throws a `TypeError` where it is anything else. */
export function textOfBytes(bytes: ArrayBuffer): string {
  return normaliseText(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/** Whether it is one that `dropFiles` takes. */
export function isTextFile(file: { readonly name: string }): boolean {
  return TEXT_FILE.test(file.name);
}

/** A drop whose files are still being read; its place moves with the text around it. */
interface Drop {
  at: number;
}

export interface FileDropOptions {
  /** Runs a change to the text as soon as no input method composes. */
  run(change: () => void): void;
  /** Hears of a file that is no text in UTF-8, or cannot be read. */
  onRefused(name: string): void;
}

class FileDrop {
  readonly #view: EditorView;
  readonly #options: FileDropOptions;
  readonly #drops = new Set<Drop>();
  #isGone = false;

  constructor(view: EditorView, options: FileDropOptions) {
    this.#view = view;
    this.#options = options;
  }

  update({ changes }: ViewUpdate): void {
    for (const drop of this.#drops) drop.at = changes.mapPos(drop.at);
  }

  destroy(): void {
    this.#isGone = true;
  }

  /** Inserts the files in the order they were dropped, each beginning a line of its own. */
  async take(files: readonly File[], at: number): Promise<void> {
    const drop = { at };
    this.#drops.add(drop);
    const texts = await Promise.all(files.map((file) => this.#read(file)));
    this.#options.run(() => this.#insert(drop, texts.filter((text) => text !== '').join('\n')));
  }

  #insert(drop: Drop, text: string): void {
    this.#drops.delete(drop);
    if (text === '' || this.#isGone) return;
    this.#view.focus();
    this.#view.dispatch({
      changes: { from: drop.at, insert: text },
      selection: { anchor: drop.at + text.length },
      annotations: isolateHistory.of('full'),
      userEvent: 'input.file',
      scrollIntoView: true,
    });
  }

  async #read(file: File): Promise<string> {
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
        void this.take(files, view.posAtCoords({ x: event.clientX, y: event.clientY }, false));
        return true;
      },
    },
  });
}
