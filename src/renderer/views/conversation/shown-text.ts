import type { TextRange } from '../../../core/text/span.ts';

/** Places of a text's parts in its article; `MessageText.tsx` describes their marks. */

/** An element with characters of the text and nothing else. */
interface Run extends TextRange {
  readonly element: Element;
  /** Its characters stand for all of the part, rather than each for one of the text. */
  readonly isWhole: boolean;
}

/** The shown text of an element with `data-message-text`, until it is rendered again. */
export class ShownText {
  readonly #text: Element;
  #runs: readonly Run[] | null = null;

  constructor(text: Element) {
    this.#text = text;
  }

  get #shown(): readonly Run[] {
    this.#runs ??= runsIn(this.#text);
    return this.#runs;
  }

  /**
   * The range of a part of the text; null if nothing of it is shown. A part that is not shown, such as the address of
   * a link, has the range of what it belongs to.
   */
  rangeOf({ from, to }: TextRange): Range | null {
    const range = this.#text.ownerDocument.createRange();
    const first = this.#shown[this.#firstEndingAfter(from)];
    if (first === undefined || first.from >= to) {
      const around = partsIn(this.#text).findLast((part) => part.from <= from && part.to >= to);
      if (around === undefined) return null;
      range.selectNodeContents(around.element);
      return range;
    }
    const next = this.#firstEndingAfter(to - 1);
    const found = this.#shown[next];
    const last = found !== undefined && found.from < to ? found : (this.#shown[next - 1] ?? first);
    range.setStart(textOf(first.element), first.isWhole ? 0 : Math.max(0, from - first.from));
    const length = lengthOf(last.element);
    range.setEnd(textOf(last.element), last.isWhole ? length : Math.min(length, to - last.from));
    return range;
  }

  /**
   * The part of the text that a range of the document covers; null if it reaches beyond the text. Of what is covered as a
   * whole, such as a word in bold letters, it has what is not shown too.
   */
  partOf(range: Range): TextRange | null {
    const text = this.#text;
    if (!text.contains(range.startContainer) || !text.contains(range.endContainer)) return null;
    const selected = this.#shown.flatMap((run) => partOfRun(run, range) ?? []);
    let from = Math.min(...selected.map((part) => part.from));
    let to = Math.max(...selected.map((part) => part.to));
    // From the inside out: what contains several parts is covered where these are.
    for (const part of partsIn(text).toReversed()) {
      const first = this.#shown[this.#firstEndingAfter(part.from)];
      const last = this.#shown[this.#firstEndingAfter(part.to) - 1];
      const isShown = first !== undefined && last !== undefined && first.from < part.to;
      const isCovered = isShown ? from <= first.from && to >= last.to : covers(range, part.element);
      if (!isCovered) continue;
      from = Math.min(from, part.from);
      to = Math.max(to, part.to);
    }
    return from <= to ? { from, to } : null;
  }

  /** The index of the first run that ends after an offset, as many as there are if none does. */
  #firstEndingAfter(offset: number): number {
    let low = 0;
    let high = this.#shown.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#shown[middle]?.to ?? 0) > offset) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function partOfRun(run: Run, range: Range): TextRange | null {
  const { element } = run;
  if (!range.intersectsNode(element)) return null;
  const start = element.contains(range.startContainer)
    ? offsetIn(element, range.startContainer, range.startOffset)
    : 0;
  const end = element.contains(range.endContainer)
    ? offsetIn(element, range.endContainer, range.endOffset)
    : lengthOf(element);
  // A range often ends before the first character of what follows.
  if (start >= end && lengthOf(element) > 0) return null;
  return run.isWhole ? run : { from: run.from + start, to: run.from + end };
}

function covers(range: Range, element: Element): boolean {
  const around = element.ownerDocument.createRange();
  around.selectNode(element);
  return (
    range.compareBoundaryPoints(Range.START_TO_START, around) <= 0 &&
    range.compareBoundaryPoints(Range.END_TO_END, around) >= 0
  );
}

/** An offset in the characters of a run, of a boundary point of a range in it. */
function offsetIn(element: Element, node: Node, offset: number): number {
  if (node.nodeType === Node.TEXT_NODE) return offset;
  return offset === 0 ? 0 : lengthOf(element);
}

function runsIn(text: Element): readonly Run[] {
  return [...text.querySelectorAll('[data-run]')].map((element) => {
    const from = Number(element.getAttribute('data-run'));
    const end = element.getAttribute('data-run-end');
    const to = end === null ? from + lengthOf(element) : Number(end);
    return { element, from, to, isWhole: end !== null };
  });
}

/** The elements that show a part of the text, each before those in it. */
function partsIn(text: Element): readonly (TextRange & { readonly element: Element })[] {
  return [text, ...text.querySelectorAll('[data-from]')].map((element) => ({
    element,
    from: Number(element.getAttribute('data-from')),
    to: Number(element.getAttribute('data-to')),
  }));
}

function lengthOf(element: Element): number {
  return element.textContent?.length ?? 0;
}

/** The only text node of a run, or the element of an empty one. */
function textOf(element: Element): Node {
  return element.firstChild ?? element;
}
