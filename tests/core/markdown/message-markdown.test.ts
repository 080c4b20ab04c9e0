import '../../helpers/fast-check-runs.ts';
import { GFM, parser } from '@lezer/markdown';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageMarkdown } from '../../../src/core/markdown/message-markdown.ts';
import { readAllMarkdown } from '../../../src/core/markdown/read-markdown.ts';
import { anyMarkdown } from '../../helpers/arbitrary-markdown.ts';
import { showMarkdown } from '../../helpers/show-markdown.ts';

const read = (text: string) => readAllMarkdown(text) ?? [];
const written = (text: string) => messageMarkdown(text, read(text));
/**
 * But for a tag right after an address, where nothing could divide them; blocks that are indented like code; and rows of bars,
 * which divide paragraphs even where they make no table; and items of lists that begin with an empty line.
 */
const anyMessage = anyMarkdown.map((text) =>
  text
    .replace(/(https:[^\s<]*)</g, '$1 <')
    .replace(/^[ \t]{4,}|^ *\t[ \t]*/gm, '   ')
    .replaceAll('|-|-|', '')
    .replace(/^([ >]*[-*+]|[ >]*1\.)[ \t]*\n(?= )/gm, '$1 a\n')
    .trim(),
);

/** Nodes that readers of Markdown find and the screen does not show. */
const OTHERS = /^(?:HTML|Comment|ProcessingInstruction|Setext|LinkReference)/;
const reader = parser.configure(GFM);

describe('of any message', () => {
  it('what is written shows the same on the screen', () => {
    fc.assert(
      fc.property(anyMessage, (text) => {
        expect(showMarkdown(read(written(text)))).toEqual(showMarkdown(read(text)));
      }),
    );
  });

  it('readers of Markdown find no HTML, underlined headings or definitions of links in it', () => {
    fc.assert(
      fc.property(anyMessage, (text) => {
        const found: string[] = [];
        reader.parse(written(text)).iterate({ enter: ({ name }) => void found.push(name) });
        expect(found.filter((name) => OTHERS.test(name))).toEqual([]);
      }),
    );
  });
});
