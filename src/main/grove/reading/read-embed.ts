import type { NodeId, TreeId } from '../../../core/ids.ts';
import { findLinks } from '../../../core/links/text-links.ts';
import type { EmbeddedText, LinkToResolve } from '../../../ipc/wire/link.ts';
import type { LinkedText, LinkResolver } from './resolve-links.ts';

/** Embeds within embeds that are shown (`documents.md`, *Links*). */
const MAX_DEPTH = 3;

/** As much of an embedded text is read. UTF-16 code units. */
const MAX_EMBEDDED = 20_000;

/**
 * The text that an embed shows, with the embeds in it, but none that it is itself in; null if its link leads nowhere.
 * @param from the tree of the text that it is in
 * @param around the embeds that it is in, the outermost first
 */
export function readEmbed(
  resolver: LinkResolver,
  from: TreeId,
  link: LinkToResolve,
  around: readonly string[] = [keyOf(from, null)],
): EmbeddedText | null {
  const target = resolver.resolve(from, link);
  if (target === null || target.isPlaceMissing) return null;
  const key = keyOf(target.treeId, link);
  if (around.includes(key) || around.length > MAX_DEPTH) return null;
  const texts = resolver.textsOf(target, link.section);
  const whole = texts.map((one) => one.text).join('');
  const text = whole.slice(0, MAX_EMBEDDED);
  const parts: (string | EmbeddedText)[] = [];
  let at = 0;
  for (const inner of findLinks(text)) {
    const { name, section, localId, passage } = inner;
    // A name means what it did when the text that has the link was written.
    const nodeId = nodeAt(texts, inner.from);
    const embed = inner.isEmbed
      ? readEmbed(resolver, target.treeId, { nodeId, name, section, localId, passage }, [...around, key])
      : null;
    // A link that leads nowhere, or back to where it is, shows what was typed.
    if (embed === null) continue;
    parts.push(text.slice(at, inner.from), embed);
    at = inner.to;
  }
  return { title: target.title, parts: [...parts, text.slice(at)], isCut: whole.length > text.length };
}

/** The node of the text that an offset is in; null for text that is not committed. */
function nodeAt(texts: readonly LinkedText[], offset: number): NodeId | null {
  let end = 0;
  for (const { nodeId, text } of texts) {
    end += text.length;
    if (offset < end) return nodeId;
  }
  return null;
}

function keyOf(treeId: TreeId, link: Pick<LinkToResolve, 'section' | 'localId' | 'passage'> | null): string {
  return JSON.stringify([treeId, link?.section ?? null, link?.localId ?? null, link?.passage ?? null]);
}
