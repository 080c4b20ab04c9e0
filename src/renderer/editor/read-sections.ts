/**
 * Reads the chapters and scenes of the text when the writer pauses, in idle time: a book takes a few
 * milliseconds, but no keystroke may wait for them (`manuscript.md`, *Speed*).
 */
import type { EditorState, Extension, Text } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { locationHolding } from '../../core/buffer/segments.ts';
import { type Section, SectionCollector, type TextSection } from '../../core/sections/sections.ts';
import { afterPause } from './after-pause.ts';
import { segments } from './path/segments.ts';

/** Time for which the text must stay unchanged. Milliseconds. */
const PAUSE = 400;
/** Lines read in one go: well under a millisecond. */
const CHUNK = 200;

/** Only white space, at most this much, is before a heading that begins its node. UTF-16 code units. */
const MAX_LEAD = 100;

/** A text that is being read. */
interface Reading {
  readonly doc: Text;
  readonly lines: Iterator<string>;
  readonly collector: SectionCollector;
}

class SectionReader {
  readonly #view: EditorView;
  readonly #onSections: (sections: readonly TextSection[]) => void;
  readonly #pause = afterPause(() => this.#request());
  #handle: number | null = null;
  #reading: Reading | null = null;
  /** The last result, and its text. */
  #sections: readonly Section[] = [];
  #doc: Text | null = null;

  constructor(view: EditorView, onSections: (sections: readonly TextSection[]) => void) {
    this.#view = view;
    this.#onSections = onSections;
    this.#request();
  }

  update({ docChanged, startState, state }: ViewUpdate): void {
    // A commit changes no text, but gives it a position.
    if (docChanged || startState.field(segments) !== state.field(segments)) this.#pause.request(PAUSE);
  }

  destroy(): void {
    this.#pause.cancel();
    if (this.#handle !== null) window.cancelIdleCallback(this.#handle);
  }

  #request(): void {
    this.#handle ??= window.requestIdleCallback((idle) => {
      this.#handle = null;
      this.#read(idle);
    });
  }

  #read(idle: IdleDeadline): void {
    const { state } = this.#view;
    const { doc } = state;
    if (this.#doc === doc) {
      this.#report(state);
      return;
    }
    if (this.#reading?.doc !== doc) {
      this.#reading = { doc, lines: doc.iterLines(), collector: new SectionCollector() };
    }
    const { lines, collector } = this.#reading;
    do {
      for (let line = 0; line < CHUNK; line += 1) {
        const { done, value } = lines.next();
        if (done === true) {
          this.#doc = doc;
          this.#sections = collector.end();
          this.#reading = null;
          this.#report(state);
          return;
        }
        collector.add(value);
      }
    } while (idle.timeRemaining() > 1);
    this.#request();
  }

  #report(state: EditorState): void {
    this.#onSections(this.#sections.map((section) => placed(state, section)));
  }
}

/** A section with the place where it begins. */
function placed(state: EditorState, section: Section): TextSection {
  const { index, segment, start } = locationHolding(state.field(segments).segments, section.from);
  const offset = section.from - start;
  const beginsNode = offset <= MAX_LEAD && state.sliceDoc(start, section.from).trim() === '';
  return { ...section, index, offset, positionId: segment.positionId, beginsNode };
}

/** @param onSections called after each reading, and when the same sections are at other positions */
export function readSections(onSections: (sections: readonly TextSection[]) => void): Extension {
  return ViewPlugin.define((view) => new SectionReader(view, onSections));
}
