/** Where the writer's text and the model's meet (`generation.md`, *The seam*). */

/** A prompt as it is sent, and how many UTF-16 code units of spaces were left off its end. */
export interface TrimmedPrompt {
  readonly prompt: string;
  readonly trimmed: string;
}

/**
 * Base models write badly after a trailing space: the spaces at the end of a document are not sent. Line ends stay, and
 * so do the spaces before one.
 */
export function trimPrompt(document: string): TrimmedPrompt {
  const prompt = document.replace(/[ \u00a0]+$/, '');
  return { prompt, trimmed: document.slice(prompt.length) };
}

/**
 * Takes off the beginning of an answer what the prompt was not sent: as many of the same spaces, so that the seam has
 * one space where the writer typed one. Made for one answer and fed its pieces in order.
 */
export class AnswerTrimmer {
  #left: string;
  #trimmed = 0;

  constructor(trimmed: string) {
    this.#left = trimmed;
  }

  /** UTF-16 code units taken off so far. */
  get trimmed(): number {
    return this.#trimmed;
  }

  /** The piece as it is shown. */
  feed(piece: string): string {
    let at = 0;
    while (this.#left !== '' && at < piece.length) {
      if (piece[at] !== this.#left[0]) {
        this.#left = '';
        break;
      }
      this.#left = this.#left.slice(1);
      at += 1;
    }
    this.#trimmed += at;
    return piece.slice(at);
  }
}
