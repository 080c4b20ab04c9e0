/**
 * The tags and texts of HTML that another program put on the clipboard, in one pass whose cost is proportional to its length.
 * It is read here and not by the browser's parser because the page may not make elements of strings (`proof.md`, *Security*),
 * and a tree of elements has no bound: nothing of what is read here can run, load or be shown.
 */
import { decodeEntity } from '../markdown/entities.ts';

export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  /** @property attributes as written, without the name and the `>` */
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string }
  | { readonly kind: 'close'; readonly name: string };

/** Elements whose content is no HTML, each with what ends it. */
const RAW: ReadonlyMap<string, RegExp> = new Map(
  ['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noscript', 'noembed', 'noframes'].map((name) => [
    name,
    new RegExp(`</${name}[\\s/>]`, 'gi'),
  ]),
);

/** As browsers do, leaves out what follows a tag, a comment or a script that does not end. Names are in lower case. */
export function* htmlTokens(html: string): Generator<HtmlToken, void> {
  for (let at = 0; at < html.length; ) {
    const found = html.indexOf('<', at);
    const start = found < 0 ? html.length : found;
    if (start > at) yield { kind: 'text', text: decodeText(html.slice(at, start)) };
    if (found < 0) return;
    const [tag, slash = '', word = ''] = matchAt(/<(\/?)([a-z][^\s/>]*)/iy, html, start) ?? [];
    if (tag === undefined) {
      const end = endOfRemark(html, start);
      if (end === start) yield { kind: 'text', text: '<' };
      if (end < 0) return;
      at = end + 1;
      continue;
    }
    const end = endOfTag(html, start + tag.length);
    if (end < 0) return;
    at = end + 1;
    const name = word.toLowerCase();
    if (slash !== '') yield { kind: 'close', name };
    else {
      const raw = RAW.get(name);
      if (raw === undefined) yield { kind: 'open', name, attributes: html.slice(start + tag.length, end) };
      else {
        raw.lastIndex = at;
        const ending = raw.exec(html);
        if (ending === null) return;
        const close = endOfTag(html, ending.index + 2);
        if (close < 0) return;
        at = close + 1;
      }
    }
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Where a comment, a declaration or an instruction ends; `start` if none begins there, -1 if it does not end. */
function endOfRemark(html: string, start: number): number {
  if (html.startsWith('<!--', start)) {
    const end = html.indexOf('-->', start + 2);
    return end < 0 ? -1 : end + 2;
  }
  return /[!?/]/.test(html[start + 1] ?? '') ? html.indexOf('>', start) : start;
}

/** Where the `>` of a tag is, which a value in quotes may have too. */
function endOfTag(html: string, from: number): number {
  let before = '';
  for (let at = from; at < html.length; at++) {
    const character = html[at] ?? '';
    if (character === '>') return at;
    if (before === '=' && (character === '"' || character === "'")) {
      at = html.indexOf(character, at + 1);
      if (at < 0) return -1;
      before = '';
    } else if (character.trim() !== '') before = character;
  }
  return -1;
}

/** What a tag says of itself, by names in lower case; the first of two with one name. */
export function attributesOf(written: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of written.matchAll(
    /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+)))?/g,
  )) {
    const value = decodeText(double ?? single ?? bare ?? '');
    if (!attributes.has(name.toLowerCase())) attributes.set(name.toLowerCase(), value);
  }
  return attributes;
}

function decodeText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x?[\da-f]{1,7}|[a-z][a-z\d]{0,31});/gi,
    (reference) => decodeEntity(reference) ?? reference,
  );
}
