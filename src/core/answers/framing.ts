/**
 * Removes a chat model's remarks before and after a rewritten text: sentences of a known form, each alone in its
 * paragraph, as long as something is left (`edits.md`, *Reading an answer*).
 */

const SUBJECT =
  '(?:rewrit\\w*|revis\\w*|edit(?:ed|s)|versions?|bridge|transition\\w*|polished|shortened|expanded|tightened)';
const OPENINGS: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:sure|certainly|of course|absolutely|okay|ok)(?: thing)?[,.!]? )?(?:here(?:['’]s| is| are)|below (?:is|are)) .{0,80}\\b${SUBJECT}\\b.{0,80}:$`,
    'i',
  ),
  /^(?:the )?(?:rewrite|rewritten|revised|revision|edited|bridge)(?: (?:version|passage|text|paragraph|sentence|scene|draft))?:$/i,
];
const WISH = "(?:you(?:['’]d| would)? (?:like|want|need|prefer|wish)|i should|(?:this|it) needs)";
const WORK =
  '(?:adjust\\w*|changes?|changed|rewrit\\w*|rewrote|revis\\w*|edit\\w*|versions?|tone|tweak\\w*|refin\\w*|draft|style|wording|longer|shorter|further)';
const CLOSINGS: readonly RegExp[] = [
  new RegExp(`^(?:please )?let me know (?:if|whether|how|which|what) ${WISH}\\b.*\\b${WORK}\\b`, 'i'),
  new RegExp(`^would you like me to\\b.*\\b${WORK}\\b`, 'i'),
  new RegExp(`^(?:please )?feel free to (?:let me know|ask|adjust|tweak)\\b.*\\b${WORK}\\b`, 'i'),
  new RegExp(`^(?:i )?hope (?:this|the) ${SUBJECT}\\b`, 'i'),
];
/** Lower-case beginnings of such sentences: text is held back while it may be one. */
const OPENING_STARTS = [
  ...['sure', 'certainly', 'of course', 'absolutely', 'okay', 'ok', 'here', 'below'],
  ...['the rewr', 'the revis', 'the edit', 'the bridge', 'rewr', 'revis', 'edited', 'bridge'],
];
const CLOSING_STARTS = [
  ...['let me know', 'please let me know', 'would you like me to', 'feel free to', 'please feel free to'],
  ...['i hope th', 'hope th'],
];
/** A longer paragraph is none of them. UTF-16 code units. */
const LONGEST = 250;
/** Markdown before a line. */
const MARKS = /^[#*_>\s]+/;
/** A line that divides the text from remarks on it. */
const RULE = /^(?:-{1,5}|\*{1,5}|_{1,5})$/;

function mayBe(line: string, starts: readonly string[]): boolean {
  if (line.length > LONGEST) return false;
  const words = line.replace(MARKS, '').toLowerCase();
  return starts.some((start) => start.startsWith(words) || words.startsWith(start));
}

function isOne(line: string, forms: readonly RegExp[]): boolean {
  if (line.length > LONGEST) return false;
  const words = line.replace(MARKS, '').replace(/[*_\s]+$/, '');
  return forms.some((form) => form.test(words));
}

/** A text without a chat model's remarks on it. */
export function withoutFraming(text: string): string {
  const framing = new AnswerFraming();
  return framing.read(text) + framing.end();
}

/** Reads an answer while it streams. Chunks make no difference. */
export class AnswerFraming {
  #isStart = true;
  /** Text that may be no part of the answer. */
  #held = '';
  #trimmed = 0;
  #closing = 0;

  /** Number of UTF-16 code units removed from the beginning of the answer. */
  get trimmed(): number {
    return this.#trimmed;
  }

  /** Number of code units removed from the end, with the white space before them; known once the answer has ended. */
  get trimmedAfter(): number {
    return this.#closing;
  }

  /** Reads on. @returns text of the answer, which may be empty or arrive with a later chunk */
  read(chunk: string): string {
    this.#held += chunk;
    if (this.#isStart && !this.#passStart()) return '';
    return this.#release(this.#endOfText());
  }

  /** The end of the answer. @returns the rest of the held text that belongs to it */
  end(): string {
    const text = this.#held;
    const body = text.trimEnd();
    const last = body.slice(body.lastIndexOf('\n') + 1);
    // A whole answer of this form is the model's text.
    const isFraming = !this.#isStart && isOne(last, CLOSINGS);
    if (!isFraming) return this.#release(text.length);
    const end = this.#endOfText();
    this.#closing = text.length - end;
    return this.#release(end);
  }

  /** True once the beginning is decided: it is no such sentence, or one that text followed and that was removed. */
  #passStart(): boolean {
    const text = this.#held;
    const from = text.length - text.trimStart().length;
    const lineEnd = text.indexOf('\n', from);
    const line = text.slice(from, lineEnd < 0 ? undefined : lineEnd);
    const isOpening = lineEnd >= 0 && isOne(line, OPENINGS);
    const rest = isOpening ? text.slice(lineEnd).trimStart() : '';
    if (isOpening ? rest === '' : lineEnd < 0 && mayBe(line, OPENING_STARTS)) return false;
    if (isOpening) {
      this.#trimmed = text.length - rest.length;
      this.#held = rest;
    }
    this.#isStart = false;
    return true;
  }

  /** The start of trailing white space in the held text, or of the last paragraph if it may be such a sentence. */
  #endOfText(): number {
    const body = this.#held.trimEnd();
    const lineStart = body.lastIndexOf('\n');
    const line = body.slice(lineStart + 1);
    if (lineStart < 0 || !(RULE.test(line.trim()) || mayBe(line, CLOSING_STARTS))) return body.length;
    const before = body.slice(0, lineStart).trimEnd();
    const [rule = ''] = /(?:^|\n)[^\n]*$/.exec(before) ?? [];
    return rule.startsWith('\n') && RULE.test(rule.trim())
      ? before.slice(0, -rule.length).trimEnd().length
      : before.length;
  }

  #release(to: number): string {
    const text = this.#held.slice(0, to);
    this.#held = this.#held.slice(to);
    return text;
  }
}
