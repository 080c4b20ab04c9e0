// @vitest-environment jsdom
import '../../helpers/fast-check-runs.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExportedPath, PathAuthor } from '../../../src/core/exchange/exported-path.ts';
import { htmlPage } from '../../../src/core/exchange/html.ts';
import type { AgentId } from '../../../src/core/ids.ts';
import { readAllMarkdown } from '../../../src/core/markdown/read-markdown.ts';
import { normaliseSpans } from '../../../src/core/text/span.ts';
import { anyMarkdown } from '../../helpers/arbitrary-markdown.ts';
import { textsIn } from '../../helpers/show-markdown.ts';

const MARA = 'mara' as AgentId;
const MODEL = 'model' as AgentId;

const authors: readonly PathAuthor[] = [
  { id: MARA, name: 'Mara', type: 'human', modelRef: null, color: null },
  { id: MODEL, name: 'Ada', type: 'model', modelRef: 'a/b', color: 'rust' },
];

/** Messages, each by its speaker in pieces with their authors. */
type Said = readonly (readonly [speaker: string, ...pieces: readonly (readonly [AgentId, string])[]])[];

function conversationOf(said: Said): ExportedPath {
  const pieces = said.flatMap(([, ...pieces]) => pieces);
  let from = 0;
  const messages = said.map(([speaker, ...pieces]) => {
    const to = from + pieces.reduce((sum, [, { length }]) => sum + length, 0);
    const message = { speaker, from, to };
    from = to;
    return message;
  });
  return {
    title: 'Talk',
    named: true,
    writerId: MARA,
    authors,
    text: pieces.map(([, text]) => text).join(''),
    spans: normaliseSpans(pieces.map(([agent, { length }]) => ({ agent, length }))),
    messages,
  };
}

/** The article of the page as a reader's browser has it. */
function articleOf(said: Said, formatMessages = true): Element {
  const html = [...htmlPage(conversationOf(said), { authorship: true, formatMessages })].join('');
  const article = new DOMParser().parseFromString(html, 'text/html').querySelector('article');
  if (article === null) throw new Error('the page has no article');
  return article;
}

/** The HTML of one message by the writer, without what is the same in all. */
function messageOf(text: string, formatMessages = true): string {
  const article = articleOf([['Mara', [MARA, text]]], formatMessages);
  const { innerHTML = '' } = article.querySelector('.message') ?? {};
  return innerHTML.trim().replaceAll(' dir="auto"', '').replaceAll(' rel="noreferrer"', '');
}

describe('a message on a page has', () => {
  it('its emphasis, code, headings, quotes and rules', () => {
    expect(messageOf('*One* **two** ~~three~~ `a < b` &eacute; \\*')).toBe(
      '<p><em>One</em> <strong>two</strong> <s>three</s> <code>a &lt; b</code> é *</p>',
    );
    // Below the name of its speaker, and none left out.
    expect(messageOf('# One\n\n### Two\n\n## Three')).toBe('<h3>One</h3>\n<h4>Two</h4>\n<h4>Three</h4>');
    expect(messageOf('> One\n>\n> > Two\n\n---')).toBe(
      '<blockquote><p>One</p><blockquote><p>Two</p></blockquote></blockquote>\n<hr>',
    );
  });

  it('its lists and tasks', () => {
    expect(messageOf('3. One\n4. Two\n   - Three')).toBe(
      '<ol start="3"><li><p>One</p></li><li><p>Two</p><ul><li><p>Three</p></li></ul></li></ol>',
    );
    const article = articleOf([['Mara', [MARA, '- [x] One\n- [ ] Two']]]);
    const boxes = [...article.querySelectorAll('li > [role="img"]')];
    expect(boxes.map((box) => box.getAttribute('aria-label'))).toEqual(['Done', 'To do']);
  });

  it('its tables, with an empty cell where a row ends early', () => {
    expect(messageOf('| a | b |\n|:-:|--:|\n| *1* |\n| 2 | 3 |')).toBe(
      '<div class="table"><table><thead><tr><th scope="col" class="center">a</th><th scope="col" class="end">b</th></tr></thead>' +
        '<tbody><tr><td class="center"><em>1</em></td><td colspan="1"></td></tr>' +
        '<tr><td class="center">2</td><td class="end">3</td></tr></tbody></table></div>',
    );
  });

  it('its code with every line and space, and the name of the language', () => {
    const article = articleOf([['Mara', [MARA, '```js <b>\n\n  if (a && b) {\n\tc\n```']]]);
    expect(article.querySelector('pre')?.textContent).toBe('\n  if (a && b) {\n\tc');
    expect(article.querySelector('.info')?.textContent).toBe('js <b>');
  });

  it('links that show where they lead', () => {
    expect(messageOf('[bank](https://thief.example/?a&b "c") <https://plain.example>')).toBe(
      '<p><a href="https://thief.example/?a&amp;b">bank <small>(thief.example)</small></a> ' +
        '<a href="https://plain.example">https://plain.example</a></p>',
    );
    expect(messageOf('[](https://bare.example/x) ![](https://a.example/b.png)')).toBe(
      '<p><a href="https://bare.example/x"><small>bare.example</small></a> ' +
        '<a href="https://a.example/b.png"><small>Picture (a.example)</small></a></p>',
    );
  });

  it('its text as typed if that is set', () => {
    expect(messageOf('# *One*\n\n- two <b>', false)).toBe('# *One*\n\n- two &lt;b&gt;');
  });
});

describe('what a message on a page cannot do', () => {
  it.each([
    '<img src=x onerror=alert(1)>',
    '</p></div></article><script>alert(1)</script>',
    '<iframe src="https://a.example"></iframe>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,<b>)',
    '![x](http://a.example/a.png)',
    '[x](file:///etc/passwd)',
    '[x](//a.example)',
  ])('%s is text', (text) => {
    for (const formatMessages of [true, false]) {
      const article = articleOf([['Mara', [MARA, text]]], formatMessages);
      const message = article.querySelector('.message');
      expect(message?.textContent?.trim()).toBe(text);
      expect([...(message?.querySelectorAll('*') ?? [])].map(({ localName }) => localName)).toEqual(
        formatMessages ? ['p'] : [],
      );
    }
  });

  it('nothing is fetched, run or styled by the text of any message', () => {
    fc.assert(
      fc.property(anyMarkdown, (text) => {
        const article = articleOf([['Mara', [MARA, text]]]);
        expect(article.querySelector('img, script, style, iframe, link, input, form, svg, object')).toBe(
          null,
        );
        for (const element of article.querySelectorAll('*')) {
          for (const name of element.getAttributeNames()) {
            expect([
              'dir',
              'class',
              'href',
              'rel',
              'start',
              'scope',
              'colspan',
              'role',
              'aria-label',
            ]).toContain(name);
          }
          const address = element.getAttribute('href');
          if (address !== null) expect(address).toMatch(/^(?:https|mailto):/i);
        }
      }),
    );
  });
});

it('each speaker has a section in turn, and each message is an element of its own', () => {
  const article = articleOf([
    ['Mara', [MARA, 'Who are you?']],
    ['Ada', [MODEL, '# A lamp\n\nLit at *nine*.']],
    ['Ada', [MODEL, '\nStill lit.']],
    ['Mara', [MARA, ' \n']],
  ]);
  const sections = [...article.querySelectorAll('section')].map(({ children }) =>
    [...children].map(({ localName, textContent }) => `${localName} ${textContent?.trim()}`),
  );
  expect(sections).toEqual([
    ['h2 Mara', 'div Who are you?'],
    ['h2 Ada', 'div A lamp\nLit at nine.', 'div Still lit.'],
  ]);
});

it('a message by several authors shows who wrote what, also where the text has marks', () => {
  const article = articleOf([
    ['Ada', [MODEL, 'A **la'], [MARA, 'rge** &eac'], [MODEL, 'ute; lamp, `li'], [MARA, 't`.']],
  ]);
  const marked = [...article.querySelectorAll('.author-1')];
  expect(marked.map(({ textContent }) => textContent)).toEqual(['A ', 'la', ' lamp, ', 'li']);
  expect(marked[1]?.parentElement?.localName).toBe('strong');
  expect(article.querySelector('p')?.textContent).toBe('A large é lamp, lit.');
});

it('a page has everything that the screen shows of any messages, once and in order', () => {
  const message = fc.tuple(fc.constantFrom(MARA, MODEL), anyMarkdown);
  fc.assert(
    fc.property(fc.array(message, { maxLength: 4 }), (said) => {
      const article = articleOf(said.map(([agent, text]) => [agent, [agent, text]] as const));
      for (const extra of article.querySelectorAll('h2, .info, small')) extra.remove();
      const shown = said
        .flatMap(([, text]) => textsIn(readAllMarkdown(text.trim()) ?? []))
        .map(({ text }) => text)
        .join('');
      const words = (text: string) =>
        text.replace(/[^\t\n\f\r\u0020-\u007e\u00a0-\u{10ffff}]/gu, '\ufffd').replace(/\s+/g, '');
      expect(words(article.textContent ?? '')).toBe(words(shown));
    }),
  );
});
