import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_BLOCK_LENGTH, READING_STEP } from '../../../src/core/markdown/limits.ts';
import type { MarkdownBlock } from '../../../src/core/markdown/markdown.ts';
import {
  isReadableAsMarkdown,
  readAllMarkdown,
  readMarkdown,
} from '../../../src/core/markdown/read-markdown.ts';
import { anyMarkdown } from '../../helpers/arbitrary-markdown.ts';
import '../../helpers/fast-check-runs.ts';
import { showMarkdown, textsIn } from '../../helpers/show-markdown.ts';

const readAll = (text: string) => readAllMarkdown(text) ?? [];

const show = (text: string) => showMarkdown(readAll(text));

describe('blocks', () => {
  it.each([
    ['# One\n###### Six #\n####### Seven\n#None', ['h1(One)', 'h6(Six)', 'p(####### Seven/#None)']],
    ['a\nb  \nc\\\nd', ['p(a/b/c/d)']],
    ['    Indented, as prose is.\n\tNot code.', ['p(Indented, as prose is./Not code.)']],
    ['She left.\n---\nHe stayed.\n\n* * *', ['p(She left.)', 'hr', 'p(He stayed.)', 'hr']],
    ['> a\n> b\nlazy\n>\n> > c', ['quote(p(a/b/lazy) quote(p(c)))']],
    ['```js\nlet a;\n  b\n```\nafter', ['pre[js](let a;/  b)', 'p(after)']],
    ['~~~\nopen\n\nend', ['pre(open//end)']],
    ['> ```\n> a\n>  b\n> ```', ['quote(pre(a/ b))']],
    ['- a\n- b\n  c\n\n  d\n    - e', ['ul(li(p(a)) li(p(b/c) p(d) ul(li(p(e)))))']],
    ['7) a\n8) b', ['ol7(li(p(a)) li(p(b)))']],
    ['- [ ] milk\n- [x] *bread*\n- [y] no', ['ul(li[ ](p(milk)) li[x](p(em(bread))) li(p([y] no)))']],
    [
      '| a | b | c | d |\n|---|:--|:-:|--:|\n| 1 | \\| | | *4* | 5 |\n| x',
      ['table[- start center end](a|b|c|d / 1||||em(4) / x)'],
    ],
    ['a | b\n-- | --\n| | x\ny', ['table[- -](a|b / |x / y)']],
    ['<div>\n<b>raw</b>\n</div>', ['p(<div>/<b>raw</b>)', 'p(</div>)']],
    ['', []],
    [' \n\n', []],
  ])('of %j', (text, blocks) => {
    expect(show(text)).toEqual(blocks);
  });
});

describe('inlines', () => {
  it.each([
    ['*a **b** c* snake_case_name 2*3*4', 'p(em(a b(b) c) snake_case_name 2em(3)4)'],
    ['~~gone~~ ~here~', 'p(s(gone) ~here~)'],
    ['`` a`b `` ` ` `x\ny`', 'p(code(a`b) code( ) code(x y))'],
    ['\\*not\\* 1\\. \\a', 'p(*not* 1. \\a)'],
    ['&nbsp;&eacute;&#8212;&#x1F33F;&amp;lt; &nope; &#0;', 'p(\u00a0é—🌿&lt; &nope; \ufffd)'],
    [
      '[a *b*](https://Example.com:8080/x "t")',
      'p(a(a em(b) -> example.com:8080 https://Example.com:8080/x))',
    ],
    ['[m](mailto:ada@example.com)', 'p(a(m -> ada@example.com mailto:ada@example.com))'],
    [
      '<https://a.example/b> (https://c.example/d(e)).',
      'p(a(https://a.example/b -> https://a.example/b) (a(https://c.example/d(e) -> https://c.example/d(e))).)',
    ],
    [
      'www.example.com, and https://x.example?q=a&b',
      'p(a(www.example.com -> https://www.example.com), and a(https://x.example?q=a&b -> https://x.example?q=a&b))',
    ],
    [
      '![the *sea*](https://p.example/a.png)![](https://p.example/b)',
      'p(pic(the em(sea) -> p.example https://p.example/a.png)pic( -> p.example https://p.example/b))',
    ],
    ['![](https://p.example/a) b', 'p(pic( -> p.example https://p.example/a) b)'],
    ['[![alt](https://p.example/a)](https://b.example)', 'p(a(alt -> b.example https://b.example))'],
    ['[laughs] [a][b] [c]', 'p([laughs] [a][b] [c])'],
    [
      '[x](javascript:alert(1)) [y](http://z.example) [z](file.md)',
      'p([x](javascript:alert(1)) [y](http://z.example) [z](file.md))',
    ],
    [
      '<img src=x onerror=alert(1)> <javascript:alert(1)>',
      'p(<img src=x onerror=alert(1)> <javascript:alert(1)>)',
    ],
    [
      '[a](https://good.example\\@evil.example) [b](https://g@evil.example)',
      'p([a](https://good.example\\@evil.example) [b](https://g@evil.example))',
    ],
    [
      '[a](https://exаmple.com) [b](https://a.example/\u202e)',
      'p([a](https://exаmple.com) [b](https://a.example/\u202e))',
    ],
  ])('of %j', (text, paragraph) => {
    expect(show(text)).toEqual([paragraph]);
  });
});

describe('laws', () => {
  it('what is shown is in the order of the text, inside its block, and of the text', () => {
    fc.assert(
      fc.property(anyMarkdown, (text) => {
        const blocks = readAll(text);
        let at = 0;
        for (const shown of textsIn(blocks)) {
          expect(shown.from).toBeGreaterThanOrEqual(at);
          expect(shown.to).toBeGreaterThan(shown.from);
          expect(shown.text).not.toBe('');
          const source = text.slice(shown.from, shown.to);
          // A reference stands for a character; lines of code in a text are joined by spaces.
          if (!/^&.*;$/.test(source)) expect([source, source.replaceAll('\n', ' ')]).toContain(shown.text);
          at = shown.to;
        }
        expect(at).toBeLessThanOrEqual(text.length);
        checkNesting(blocks, 0, text.length);
      }),
    );
  });

  it('every letter of plain words is shown once', () => {
    fc.assert(
      fc.property(anyMarkdown, (text) => {
        const shown = new Set(
          textsIn(readAll(text)).flatMap(({ from, to }) =>
            Array.from({ length: to - from }, (_, index) => from + index),
          ),
        );
        for (const { index } of text.matchAll(/é|🌿/gu))
          if (!isHidden(text, index)) expect(shown.has(index)).toBe(true);
      }),
    );
  });

  it('a text that grows gives the blocks of a text that is read at once', () => {
    fc.assert(
      fc.property(
        anyMarkdown,
        fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 40 }),
        (text, steps) => {
          let reading = readMarkdown('');
          let length = 0;
          for (const step of [...steps, text.length]) {
            length = Math.min(text.length, length + step);
            reading = readMarkdown(text.slice(0, length), reading);
            expect(reading.blocks).toEqual(readMarkdown(text.slice(0, length)).blocks);
          }
        },
      ),
    );
  });

  it('a text that changes gives the blocks of a text that is read at once', () => {
    fc.assert(
      fc.property(anyMarkdown, anyMarkdown, anyMarkdown, (start, before, after) => {
        expect(readMarkdown(start + after, readMarkdown(start + before)).blocks).toEqual(
          readMarkdown(start + after).blocks,
        );
      }),
    );
  });
});

/** The info of a fence and the address and title of a link are not shown as text. */
function isHidden(text: string, index: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', index) + 1, index);
  return /```|~~~|\]\(/.test(line) || /\]\([^)]*$/.test(text.slice(0, index)) || /\|/.test(line);
}

function checkNesting(blocks: readonly MarkdownBlock[], from: number, to: number): void {
  let at = from;
  for (const block of blocks) {
    expect(block.from).toBeGreaterThanOrEqual(at);
    expect(block.to).toBeLessThanOrEqual(to);
    at = block.to;
    if (block.kind === 'quote') checkNesting(block.blocks, block.from, block.to);
    if (block.kind === 'list')
      for (const item of block.items)
        checkNesting(item.blocks, Math.max(item.from, block.from), Math.min(item.to, block.to));
  }
}

describe('a long text', () => {
  it('is read in steps, and what was read stays as it is', () => {
    const text = 'One *line* of a paragraph.\nAnother one.\n\n- an item\n- another\n\n'.repeat(1000);
    let reading = readMarkdown(text);
    let steps = 1;
    for (; reading.length < text.length; steps++) {
      const { blocks, length } = reading;
      reading = readMarkdown(text, reading);
      expect(reading.length - length).toBeLessThanOrEqual(READING_STEP);
      const same = reading.blocks.filter((block, index) => block === blocks[index]).length;
      expect(same).toBeGreaterThanOrEqual(blocks.length - 2);
    }
    expect(steps).toBeGreaterThan(4);
    expect(reading.blocks).toHaveLength(2000);
    expect(readMarkdown(text, reading).blocks).toBe(reading.blocks);
  });

  it('that streams into one long list reads only the items that change', () => {
    const start = readMarkdown('- an item with *style*\n'.repeat(400));
    const next = readMarkdown(`${start.text}- and`, start);
    const [before] = start.blocks;
    const [after] = next.blocks;
    if (before?.kind !== 'list' || after?.kind !== 'list') throw new Error('not a list');
    expect(after.items).toHaveLength(401);
    expect(after.items.filter((item, index) => item === before.items[index]).length).toBeGreaterThan(390);
  });
});

describe('hostile texts', () => {
  const plain = (text: string) => [`p(${text.replaceAll('\n', '/')})`];

  it.each([
    ['links that never end', '[a]('.repeat(5000)],
    ['brackets', '['.repeat(1000)],
    ['asterisks', '*a **b'.repeat(500)],
    ['backticks', '` `` ``` '.repeat(500)],
    ['paragraphs of many lines', 'a *b*\n'.repeat(2000).trimEnd()],
    ['long lines', `*a* ${'b'.repeat(MAX_BLOCK_LENGTH)}`],
    ['quotes in quotes', `${'> '.repeat(5000)}a`],
  ])('%s are plain text', (_name, text) => {
    expect(show(text)).toEqual(plain(text));
  });

  it('a long table is plain text', () => {
    const table = `| a | b |\n|---|---|\n${'| 1 | *2* |\n'.repeat(1000)}`;
    expect(show(table)).toEqual(plain(table.trimEnd()));
  });

  it('quotes and lists are nested only so deep', () => {
    const depth = (blocks: readonly MarkdownBlock[]): number =>
      Math.max(
        0,
        ...blocks.map((block) =>
          block.kind === 'quote'
            ? 1 + depth(block.blocks)
            : block.kind === 'list'
              ? 1 + Math.max(...block.items.map((item) => depth(item.blocks)))
              : 0,
        ),
      );
    expect(depth(readAll(`${'> '.repeat(90)}a`))).toBe(16);
    const lists = Array.from({ length: 200 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n');
    expect(depth(readAll(lists))).toBeLessThanOrEqual(16);
    expect(depth(readAll(`${'- '.repeat(1000)}a`))).toBeLessThanOrEqual(16);
  });

  it('styles are nested only so deep', () => {
    const text = `${'*a **b '.repeat(50)}c${'** d* '.repeat(50)}`;
    const [paragraph = ''] = show(text);
    expect(paragraph.match(/(?:em|b)\(/g)?.length).toBeLessThanOrEqual(17);
  });

  it('a text that is too long is not read', () => {
    expect(isReadableAsMarkdown('a'.repeat(200_000))).toBe(true);
    expect(isReadableAsMarkdown('a'.repeat(200_001))).toBe(false);
  });
});
