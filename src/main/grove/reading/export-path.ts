import type { ExportedPath } from '../../../core/exchange/exported-path.ts';
import { htmlPage } from '../../../core/exchange/html.ts';
import { plainText } from '../../../core/exchange/plain-text.ts';
import type { AgentId } from '../../../core/ids.ts';
import { normaliseText } from '../../../core/text/normalise.ts';
import { normaliseSpans } from '../../../core/text/span.ts';
import type { SpannedText } from '../../../core/text/spanned-text.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { PathFormat } from '../../../ipc/wire/exchange.ts';

/** The text on the screen, joined from the texts of the nodes and the working buffer. */
export function joinPath(
  { title, settings }: LoomTree,
  shown: readonly SpannedText[],
  authors: readonly Agent[],
  writerId: AgentId,
): ExportedPath {
  return {
    title,
    named: settings.titleFrom !== 'text',
    writerId,
    authors,
    text: shown.map(({ text }) => text).join(''),
    spans: normaliseSpans(shown.flatMap(({ spans }) => spans)),
  };
}

/** The file extension of each format. */
export const PATH_ENDINGS: Readonly<Record<PathFormat, string>> = {
  markdown: 'md',
  plainText: 'txt',
  html: 'html',
};

/** A path in a file format, in pieces. Markdown is the text exactly as written. */
export function piecesOf(path: ExportedPath, format: PathFormat): Iterable<string> {
  if (format === 'html') return htmlPage(path, { authorship: true });
  const text = normaliseText(path.text);
  return [format === 'markdown' ? text : plainText(text)];
}

/**
 * Characters that some system forbids in file names, and those that would hide the file or lead to another
 * folder.
 */
const NO_NAME = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;

/** UTF-16 code units: with an extension still below the limit of every system, in any script. */
const LONGEST_NAME = 60;

/** The suggested file name for a title. */
export function fileNameOf(title: string, ending: string): string {
  const name = title
    .replace(NO_NAME, ' ')
    .replace(/\s+/gu, ' ')
    .slice(0, LONGEST_NAME)
    .toWellFormed()
    .replace(/^[\s.\ufffd]+|[\s.\ufffd]+$/gu, '');
  // Windows reserves some names, with any extension.
  const isTaken = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(name);
  return `${name === '' || isTaken ? `Text ${name}`.trim() : name}.${ending}`;
}
