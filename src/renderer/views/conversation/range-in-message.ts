/** The range of a part of a message's text in its article, which has an element for each line; null while it is edited. */
export function rangeInMessage(
  article: Element,
  { from, to }: { readonly from: number; readonly to: number },
): Range | null {
  const text = article.querySelector('[data-message-text]');
  if (text === null) return null;
  const start = pointAt(text, from);
  const end = pointAt(text, to);
  if (start === null || end === null) return null;
  const range = article.ownerDocument.createRange();
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset);
  return range;
}

/** The part of a message's text that a range of the document covers; null if it reaches beyond the text. */
export function partInMessage(
  article: Element,
  range: Range,
): { readonly from: number; readonly to: number } | null {
  const text = article.querySelector('[data-message-text]');
  if (text === null || !text.contains(range.startContainer) || !text.contains(range.endContainer))
    return null;
  return {
    from: offsetOf(text, range.startContainer, range.startOffset),
    to: offsetOf(text, range.endContainer, range.endOffset),
  };
}

function offsetOf(text: Element, node: Node, offset: number): number {
  const before = text.ownerDocument.createRange();
  before.setStart(text, 0);
  before.setEnd(node, offset);
  // The copy has an element for each line that begins before the point.
  const lines = before.cloneContents().children.length;
  return String(before).length + Math.max(0, lines - 1);
}

/** Where an offset of the text is in the document; the lines of the text are joined by one character. */
function pointAt(text: Element, offset: number): { readonly node: Node; readonly offset: number } | null {
  let left = offset;
  for (const line of text.children) {
    const length = line.textContent?.length ?? 0;
    if (left <= length) return pointInLine(line, left);
    left -= length + 1;
  }
  return null;
}

function pointInLine(line: Element, offset: number): { readonly node: Node; readonly offset: number } {
  let left = offset;
  const texts = line.ownerDocument.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (left <= length) return { node, offset: left };
    left -= length;
  }
  return { node: line, offset: 0 };
}
