/** The paragraphs of a Word document and their runs, as XML. */
import { isoTime } from '../provenance/iso-time.ts';
import { escapeXml } from './escape-html.ts';

/** The first letter is of a script that runs from right to left. */
export const RIGHT_TO_LEFT = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;

export interface ParagraphForm {
  readonly breaksPage?: boolean;
  readonly isRightToLeft?: boolean;
  /** All of it is inserted or deleted. */
  readonly change?: TrackedChange;
}

/** An insertion or a deletion that a reader accepts or rejects. */
export interface TrackedChange {
  readonly kind: 'ins' | 'del';
  readonly id: number;
  readonly author: string;
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
}

const startTag = ({ kind, id, author, time }: TrackedChange) =>
  `<w:${kind} w:id="${id}" w:author="${escapeXml(author)}" w:date="${wordTime(time)}"`;

/** A time as Word has it: to the second. @param time milliseconds since 1970 UTC */
export function wordTime(time: number): string {
  return `${isoTime(time).slice(0, 19)}Z`;
}

/** Runs that are inserted or deleted. */
export function changedRuns(change: TrackedChange, runs: string): string {
  return runs === '' ? '' : `${startTag(change)}>${runs}</w:${change.kind}>`;
}

export function paragraph(
  style: string,
  runs: string,
  { breaksPage = false, isRightToLeft = false, change }: ParagraphForm = {},
): string {
  const end = change === undefined ? '' : `<w:rPr>${startTag(change)}/></w:rPr>`;
  const form = `${breaksPage ? '<w:pageBreakBefore/>' : ''}${isRightToLeft ? '<w:bidi/>' : ''}${end}`;
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${form}</w:pPr>${runs}</w:p>\n`;
}

export interface RunForm {
  readonly emphasis?: boolean;
  readonly strong?: boolean;
  readonly isRightToLeft?: boolean;
  /** The id of a character style. */
  readonly style?: string | null;
}

/** @param element `delText` for deleted text */
export function runXml(text: string, form: RunForm = {}, element = 't'): string {
  if (text === '') return '';
  const { emphasis = false, strong = false, isRightToLeft = false, style = null } = form;
  const properties = [
    style === null ? '' : `<w:rStyle w:val="${style}"/>`,
    strong ? '<w:b/><w:bCs/>' : '',
    emphasis ? '<w:i/><w:iCs/>' : '',
    isRightToLeft ? '<w:rtl/>' : '',
  ].join('');
  const shown = escapeXml(text)
    .split('\t')
    .map((part) => (part === '' ? '' : `<w:${element} xml:space="preserve">${part}</w:${element}>`))
    .join('<w:tab/>');
  return `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${shown}</w:r>`;
}
