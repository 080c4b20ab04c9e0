import { LOOKS } from '../../../core/exchange/docx.ts';
import type { ExportChoice, ExportPreview } from '../../session/window/exchange-session.ts';

/** A page of an export. Sizes in CSS pixels, of which an inch has 96. */
export interface PageForm {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly indent: number;
  /** White space above the heading of a chapter. */
  readonly sink: number;
  readonly size: number;
  /** As a style sheet names it. */
  readonly font: string;
  /** Of the size. */
  readonly line: number;
  readonly headerSide: 'right' | 'center';
}

const TWIP = 96 / 1_440;
const POINT = 96 / 72;
/** A line of single spacing in the usual fonts, of their size. */
const SINGLE = 1.15;

const READER_FONT = 'Literata, serif';

/** A page that a reader of e-books might have. */
const READER: PageForm = {
  width: 480,
  height: 680,
  margin: 48,
  indent: 24,
  sink: 48,
  size: 16,
  font: READER_FONT,
  line: 1.45,
  headerSide: 'center',
};

/** A4, as `html.ts` prints it. */
const PRINT: PageForm = {
  width: 794,
  height: 1_123,
  margin: 94,
  indent: 23,
  sink: 24,
  size: 11.5 * POINT,
  font: READER_FONT,
  line: 1.5,
  headerSide: 'center',
};

/** Null for a format that has no pages. */
export function pageForm({ format, preset }: ExportChoice, form: ExportPreview['form']): PageForm | null {
  if (format === 'epub') return READER;
  if (format === 'pdf') return form.size == null ? PRINT : { ...PRINT, size: form.size * POINT };
  if (format !== 'docx') return null;
  const { width, height, margin, indent, line, size, sink, font } = LOOKS[preset];
  const own = preset === 'manuscript' || form.size == null ? size / 2 : form.size;
  return {
    width: width * TWIP,
    height: height * TWIP,
    margin: margin * TWIP,
    indent: indent * TWIP,
    sink: sink * TWIP,
    size: own * POINT,
    font: `"${font(form.font)}", ${form.font === 'mono' ? 'monospace' : form.font === 'sans' ? 'sans-serif' : 'serif'}`,
    line: (line / 240) * SINGLE,
    headerSide: preset === 'manuscript' ? 'right' : 'center',
  };
}
