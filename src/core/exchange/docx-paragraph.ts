/** The paragraphs of a Word document and their runs, as XML. */
import { escapeXml } from './escape-html.ts';

/** The first letter is of a script that runs from right to left. */
export const RIGHT_TO_LEFT = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;

export interface ParagraphForm {
  readonly breaksPage?: boolean;
  readonly isRightToLeft?: boolean;
}

export function paragraph(
  style: string,
  runs: string,
  { breaksPage = false, isRightToLeft = false }: ParagraphForm = {},
): string {
  const form = `${breaksPage ? '<w:pageBreakBefore/>' : ''}${isRightToLeft ? '<w:bidi/>' : ''}`;
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${form}</w:pPr>${runs}</w:p>\n`;
}

export interface RunForm {
  readonly emphasis?: boolean;
  readonly strong?: boolean;
  readonly isRightToLeft?: boolean;
  /** The id of a character style. */
  readonly style?: string | null;
}

export function runXml(text: string, form: RunForm = {}): string {
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
    .map((part) => (part === '' ? '' : `<w:t xml:space="preserve">${part}</w:t>`))
    .join('<w:tab/>');
  return `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${shown}</w:r>`;
}
