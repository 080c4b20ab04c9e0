import {
  bookTitle,
  chapterLabel,
  readChapters,
  repeatsTitle,
  runReader,
  shownLevel,
  topLevelOf,
} from '../../../core/book/read-book.ts';
import { type BookPreset, firstPage, headerWords } from '../../../core/exchange/docx.ts';
import type { ExportedPath } from '../../../core/exchange/exported-path.ts';
import { fileStemOf } from '../../../core/exchange/file-name.ts';
import { countWords } from '../../../core/text/count-words.ts';
import type { ExportPreview, PathFormat, PreviewBlock } from '../../../ipc/wire/exchange.ts';
import { andMore } from '../../../ui-text/export-page.ts';
import type { FolderExport } from './export-branches.ts';
import { piecesOf } from './export-path.ts';

/** As many blocks, or UTF-16 code units, as a window shows. */
const BLOCKS = 40;
const CHARACTERS = 4_000;

/** The beginning of an export. @param whole the text of which `path` may be a chapter */
export function previewExport(
  whole: ExportedPath,
  path: ExportedPath,
  format: PathFormat | 'pdf',
  preset: BookPreset = 'manuscript',
): ExportPreview {
  const chapters = readChapters(whole).map((chapter, index, all) => {
    const next = all[index + 1]?.blocks[0].lines[0].from;
    const words = countWords(whole.text.slice(chapter.blocks[0].lines[0].from, next));
    return { label: chapterLabel(chapter, whole), words };
  });
  const isText =
    format === 'markdown' || format === 'annotated' || format === 'plainText' || format === 'typed';
  const beginning = isText ? beginningOf(path, format) : blocksOf(path);
  const { settings = {} } = path.book ?? {};
  const { font = null, size = null, isSpaced = false, isJustified = false } = settings;
  return {
    chapters,
    beginning,
    first: isText ? null : firstPage(path, format === 'docx' ? preset : null),
    header: headerWords(preset, bookTitle(path), settings),
    form: { font, size, isSpaced, isJustified },
  };
}

/** The names of the first files of a folder. */
export function previewFolder({ title, count, files }: FolderExport): ExportPreview {
  const names: string[] = [];
  for (const { name } of files) if (names.push(name) > BLOCKS) break;
  const shown = names.slice(0, BLOCKS).map((name) => `  ${name}`);
  const rest = count - shown.length;
  const lines = [
    fileStemOf(title),
    ...shown,
    ...(names.length > BLOCKS && rest > 0 ? [`  ${andMore(rest)}`] : []),
  ];
  return { chapters: [], beginning: lines.join('\n'), first: null, header: '', form: {} };
}

function beginningOf(path: ExportedPath, format: PathFormat): string {
  let text = '';
  for (const piece of piecesOf(path, { format, names: 'bold', formatMessages: true })) {
    text += String(piece);
    if (text.length > CHARACTERS) break;
  }
  return text.slice(0, CHARACTERS).toWellFormed();
}

function blocksOf(path: ExportedPath): readonly PreviewBlock[] {
  const runsOf = runReader<null>({ ...path, spans: [] }, new Map());
  const mark = { text: path.book?.settings.sceneMark ?? '* * *', emphasis: false, strong: false };
  const chapters = readChapters(path).filter((chapter) => !repeatsTitle(chapter, bookTitle(path)));
  const topLevel = topLevelOf(chapters);
  const blocks = chapters.flatMap(({ blocks }, index) =>
    blocks.slice(0, BLOCKS).map((block, at) => ({ ...block, startsPage: index > 0 && at === 0 })),
  );
  return blocks.slice(0, BLOCKS).map(({ kind, level: own, opens, startsPage, lines }) => {
    const level = kind === 'heading' ? shownLevel(own, topLevel) : 0;
    const look = path.book?.settings.headings?.[own - 1]?.look ?? 'plain';
    if (kind === 'break') return { kind, level, look, opens, startsPage, lines: [[mark]] };
    const shown = kind === 'heading' ? [lines[0]] : lines;
    const runs = shown.map((line) =>
      runsOf(line).map(({ text, emphasis, strong }) => ({
        text: text.slice(0, CHARACTERS),
        emphasis,
        strong,
      })),
    );
    return { kind, level, look, opens, startsPage, lines: runs };
  });
}
