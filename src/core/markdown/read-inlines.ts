import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/markdown';
import type { TextRange } from '../text/span.ts';
import { decodeEntity } from './entities.ts';
import { MAX_ADDRESS_LENGTH, MAX_BLOCK_LENGTH, MAX_INLINE_DEPTH } from './limits.ts';
import type { MarkdownInline, MarkdownStyled } from './markdown.ts';

const STYLES: Readonly<Record<string, MarkdownStyled['kind']>> = {
  Emphasis: 'emphasis',
  StrongEmphasis: 'strong',
  Strikethrough: 'strikethrough',
};

/** Nodes that are not shown, wherever they are. */
const MARKS: ReadonlySet<string> = new Set(['QuoteMark', 'EmphasisMark', 'StrikethroughMark', 'CodeMark']);

/** The inlines of `[from, to)`, a part of a paragraph, heading or cell with these nodes in it. */
export function readInlines(
  text: string,
  nodes: readonly SyntaxNode[],
  from: number,
  to: number,
): readonly MarkdownInline[] {
  // The parser finds nothing in a long text, but everything in the cells of a long table.
  const reader = new InlineReader(text, from);
  if (to - from > MAX_BLOCK_LENGTH) reader.readText(from, to);
  else reader.readNodes(nodes, from, to, 0);
  return reader.inlines;
}

/** The children of a node, in the order of the text. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

/** Reads a text from its beginning to its end. */
class InlineReader {
  readonly #text: string;
  /** Inlines read so far within the current style or link. */
  #inlines: MarkdownInline[] = [];
  /** True while nothing of the line was read, so that its start is not shown. */
  #isLineStart: boolean;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#isLineStart = from === 0 || text[from - 1] === '\n';
  }

  get inlines(): readonly MarkdownInline[] {
    return this.#inlines;
  }

  readNodes(nodes: readonly SyntaxNode[], from: number, to: number, depth: number): void {
    let at = from;
    for (const node of nodes) {
      this.readText(at, node.from);
      this.#readNode(node, depth);
      at = node.to;
    }
    this.readText(at, to);
  }

  /** Text as it is, without the spaces that its lines begin with. */
  readText(from: number, to: number): void {
    for (let at = from; at < to; ) {
      if (this.#isLineStart) while (at < to && ' \t'.includes(this.#text[at] ?? '')) at += 1;
      const end = this.#text.indexOf('\n', at) + 1;
      const next = end === 0 || end > to ? to : end;
      if (at < next) {
        this.#push(at, next, this.#text.slice(at, next));
        this.#isLineStart = next === end;
      }
      at = next;
    }
  }

  #readNode(node: SyntaxNode, depth: number): void {
    const { name, from, to } = node;
    const kind = STYLES[name];
    if (MARKS.has(name)) return;
    if (depth >= MAX_INLINE_DEPTH) this.readText(from, to);
    else if (kind !== undefined) {
      const children = this.#readInside(() => this.readNodes(childrenOf(node), from, to, depth + 1));
      this.#inlines.push({ kind, from, to, children });
    } else if (name === 'InlineCode') this.#readCode(node);
    else if (name === 'Link' || name === 'Image') this.#readLink(node, depth);
    else if (name === 'Autolink') this.#readAddress(node);
    else if (name === 'Escape') this.readText(from + 1, to);
    // The spaces or the backslash before the end of a line.
    else if (name === 'HardBreak') this.readText(to - 1, to);
    else if (name === 'Entity') this.#readEntity(from, to);
    // The square of a task, which its item shows, and the space after it.
    else if (name === 'TaskMarker') this.#isLineStart = true;
    else this.readText(from, to);
  }

  #readEntity(from: number, to: number): void {
    const character = decodeEntity(this.#text.slice(from, to));
    if (character === null) this.readText(from, to);
    else {
      this.#isLineStart = false;
      this.#inlines.push({ kind: 'text', from, to, text: character });
    }
  }

  #readCode(node: SyntaxNode): void {
    const { from, to } = node;
    const [open, ...marks] = childrenOf(node);
    const close = marks.at(-1);
    if (open === undefined || close === undefined) {
      this.readText(from, to);
      return;
    }
    // A space at both ends is there for code that begins or ends with a backtick.
    const isPadded = /^[ \n].*[^ \n].*[ \n]$/s.test(this.#text.slice(open.to, close.from));
    const padding = isPadded ? 1 : 0;
    const children = this.#readInside(() => {
      let at = open.to + padding;
      for (const mark of [...marks.slice(0, -1), null]) {
        const end = mark?.from ?? close.from - padding;
        if (at < end) this.#push(at, end, this.#text.slice(at, end).replaceAll('\n', ' '));
        at = mark?.to ?? end;
      }
    });
    this.#inlines.push({ kind: 'code', from, to, children });
  }

  #readLink(node: SyntaxNode, depth: number): void {
    const { from, to, name } = node;
    const children = childrenOf(node);
    const close = children.findIndex(({ name }, index) => index > 0 && name === 'LinkMark');
    const [open] = children;
    const end = children[close];
    const url = children.find(({ name }) => name === 'URL');
    const address =
      url === undefined ? null : readLinkAddress(this.#text.slice(url.from, url.to).replaceAll('\n', ' '));
    // Without an address, or with one that is not opened: as typed, so that nothing about it is hidden.
    if (address === null || open === undefined || end === undefined) {
      const inside = children.filter(({ name }) => !TYPED.has(name));
      this.readNodes(inside, from, to, depth + 1);
      return;
    }
    const shown = this.#readInside(() =>
      this.readNodes(children.slice(1, close), open.to, end.from, depth + 1),
    );
    const isPicture = name === 'Image';
    this.#inlines.push({
      kind: 'link',
      from,
      to,
      ...address,
      isBare: false,
      isPicture,
      children: hasInk(shown) ? withoutLinks(shown) : [],
    });
    // Also one without a text is shown.
    this.#isLineStart = false;
  }

  #readAddress(node: SyntaxNode): void {
    const url = node.firstChild ?? node;
    const typed = this.#text.slice(url.from, url.to);
    const link = readLinkAddress(/^www\./i.test(typed) ? `https://${typed}` : typed);
    if (link === null) {
      this.readText(node.from, node.to);
      return;
    }
    const children = this.#readInside(() => this.#push(url.from, url.to, typed));
    const { from, to } = node;
    this.#inlines.push({ kind: 'link', from, to, ...link, isBare: true, isPicture: false, children });
  }

  #readInside(read: () => void): readonly MarkdownInline[] {
    const outside = this.#inlines;
    this.#inlines = [];
    read();
    const inside = this.#inlines;
    this.#inlines = outside;
    return inside;
  }

  /** Adds text that is as long as its range, to the text before it where it follows that. */
  #push(from: number, to: number, text: string): void {
    this.#isLineStart = false;
    const last = this.#inlines.at(-1);
    const follows = last?.kind === 'text' && last.to === from && last.text.length === last.to - last.from;
    if (follows) this.#inlines[this.#inlines.length - 1] = { ...last, to, text: last.text + text };
    else this.#inlines.push({ kind: 'text', from, to, text });
  }
}

/** Parts of a link that are shown where it is shown as typed. */
const TYPED: ReadonlySet<string> = new Set(['LinkMark', 'LinkLabel', 'LinkTitle', 'URL']);

function hasInk(inlines: readonly MarkdownInline[]): boolean {
  return inlines.some((inline) =>
    inline.kind === 'text' ? inline.text.trim() !== '' : hasInk(inline.children),
  );
}

/** A picture can be in the text of a link: its description is text of the link. */
function withoutLinks(inlines: readonly MarkdownInline[]): readonly MarkdownInline[] {
  return inlines.flatMap((inline): readonly MarkdownInline[] => {
    if (inline.kind === 'text') return [inline];
    const children = withoutLinks(inline.children);
    return inline.kind === 'link' ? children : [{ ...inline, children }];
  });
}

/** The target of a link. */
interface LinkAddress {
  readonly address: string;
  /** The host, with its port, or the recipient of the mail. */
  readonly host: string;
}

/** A host of ASCII letters, so that the shown host is the one that the system looks up, and its end. */
const HTTPS = /^https:\/\/([a-z0-9](?:[a-z0-9-]|\.(?!\.))*(?::[0-9]{1,5})?)(?=[/?#]|$)/i;

const MAILTO = /^mailto:([a-z0-9.!#$&'*+/=^_{|}~-]{1,100}@[a-z0-9](?:[a-z0-9-]|\.(?!\.)){1,200})$/i;

/** Characters that no address has: spaces, control characters, those that hide text, and those that parsers change. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Z}\\<>"`]/u;

/**
 * Reads the address of a link as it was typed, with escapes and character references. Null for all but https and mailto
 * (`security.md`), and for an address that could lead elsewhere than it seems to.
 */
function readLinkAddress(typed: string): LinkAddress | null {
  if (typed.length > MAX_ADDRESS_LENGTH) return null;
  const inner = typed.startsWith('<') && typed.endsWith('>') ? typed.slice(1, -1) : typed;
  const address = inner.replace(
    /\\([!-/:-@[-`{-~])|&[#a-z0-9]{1,30};/gi,
    (reference, escaped: string | undefined) => escaped ?? decodeEntity(reference) ?? reference,
  );
  if (UNSAFE.test(address)) return null;
  const host = HTTPS.exec(address)?.[1] ?? MAILTO.exec(address)?.[1];
  return host === undefined ? null : { address, host: host.toLowerCase() };
}

/** Emphasis with its markers, in UTF-16 code units. */
export interface EmphasisRange extends TextRange {
  readonly kind: 'emphasis' | 'strong';
}

const KINDS: Readonly<Record<string, EmphasisRange['kind']>> = {
  Emphasis: 'emphasis',
  StrongEmphasis: 'strong',
};

/** The emphasis that readers of CommonMark find in a paragraph, in the order in which it begins, the outer first. */
export function emphasisIn(paragraph: string): readonly EmphasisRange[] {
  const found: EmphasisRange[] = [];
  parser.parse(paragraph).iterate({
    enter: ({ name, from, to }) => {
      const kind = KINDS[name];
      if (kind !== undefined) found.push({ kind, from, to });
    },
  });
  return found;
}
