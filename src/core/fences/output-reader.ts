import type { AnswerRange } from '../rewrites/divide-answer.ts';
import type { Seam } from '../tree/tree-node.ts';

/**
 * Reads the result of a prompt fence while it streams: all of it, without the white space around it, whatever the text
 * around the fence. Empty if it is blank.
 */
export class OutputReader {
  #trimmed = 0;
  #length = 0;
  /** White space that is the end, unless more follows. */
  #held = '';

  /** Reads on. @returns text to show, which may be empty */
  read(chunk: string): string {
    const body = this.#length === 0 ? chunk.trimStart() : chunk;
    if (this.#length === 0) this.#trimmed += chunk.length - body.length;
    if (body === '') return '';
    const text = this.#held + body;
    const shown = text.trimEnd();
    this.#held = text.slice(shown.length);
    this.#length += shown.length;
    return shown;
  }

  /** The range of the result in the answer. */
  get seam(): Seam & { readonly ranges: readonly AnswerRange[] } {
    const from = this.#trimmed;
    const ranges = this.#length === 0 ? [] : [{ from, to: from + this.#length, at: 0 }];
    return { promptTrimmed: 0, answerTrimmed: from, ranges };
  }
}
