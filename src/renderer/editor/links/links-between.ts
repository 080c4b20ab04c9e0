import type { EditorState } from '@codemirror/state';
import { locationHolding } from '../../../core/buffer/segments.ts';
import { findLinks, type TextLink } from '../../../core/links/text-links.ts';
import type { LinkInText } from '../../surface.ts';
import { isCode } from '../markdown/markdown-language.ts';
import { segments } from '../path/segments.ts';

/** A link in its place. */
export interface PlacedLink extends TextLink, LinkInText {}

/** The links of the lines between two offsets, in order. A link is on one line. */
export function linksBetween(state: EditorState, from: number, to: number): readonly PlacedLink[] {
  const links: PlacedLink[] = [];
  for (let line = state.doc.lineAt(from); ; line = state.doc.line(line.number + 1)) {
    if (line.text.includes('[[')) {
      for (const link of findLinks(line.text)) {
        const start = line.from + link.from;
        // Code that began on an earlier line.
        if (!isCode(state, start)) links.push(placed(state, link, line.from));
      }
    }
    if (line.to >= to) return links;
  }
}

/** The link that a character is in; null for none. */
export function linkAt(state: EditorState, at: number): PlacedLink | null {
  return linksBetween(state, at, at).find(({ from, to }) => from <= at && at <= to) ?? null;
}

function placed(state: EditorState, link: TextLink, by: number): PlacedLink {
  const from = by + link.from;
  const { segment } = locationHolding(state.field(segments).segments, from);
  const { words } = link;
  return {
    ...link,
    from,
    to: by + link.to,
    words: { from: by + words.from, to: by + words.to },
    nodeId: segment.pending ? null : segment.nodeId,
  };
}
