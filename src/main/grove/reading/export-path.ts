import type { SpannedText } from '../../../core/buffer/draft.ts';
import type { ExportedPath } from '../../../core/exchange/exported-path.ts';
import { htmlPage } from '../../../core/exchange/html.ts';
import { plainText } from '../../../core/exchange/plain-text.ts';
import type { AgentId } from '../../../core/ids.ts';
import { normaliseText } from '../../../core/text/normalise.ts';
import { normaliseSpans } from '../../../core/text/span.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { PathFormat } from '../../../ipc/wire/exchange.ts';

/** The text on the screen, joined from what each node and the working buffer show. */
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

/** The ending of a file of each format. */
export const PATH_ENDINGS: Readonly<Record<PathFormat, string>> = {
  markdown: 'md',
  plainText: 'txt',
  html: 'html',
};

/** A path as a file says it, a piece at a time. Markdown is the text as it was written, to the last character. */
export function piecesOf(path: ExportedPath, format: PathFormat): Iterable<string> {
  if (format === 'html') return htmlPage(path, { authorship: true });
  const text = normaliseText(path.text);
  return [format === 'markdown' ? text : plainText(text)];
}

/** Letters that no system takes in the name of a file, and those that would hide it or lead elsewhere. */
const NO_NAME = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;

/** UTF-16 code units: with its ending less than any system takes, in any script. */
const LONGEST_NAME = 60;

/** What a file of this title is offered to be called. */
export function fileNameOf(title: string, ending: string): string {
  const name = title
    .replace(NO_NAME, ' ')
    .replace(/\s+/gu, ' ')
    .slice(0, LONGEST_NAME)
    .toWellFormed()
    .replace(/^[\s.\ufffd]+|[\s.\ufffd]+$/gu, '');
  // Windows keeps some names for itself, whatever their ending.
  const isTaken = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(name);
  return `${name === '' || isTaken ? `Text ${name}`.trim() : name}.${ending}`;
}
