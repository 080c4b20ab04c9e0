// @vitest-environment jsdom
import '../../helpers/fast-check-runs.ts';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExportedPath, PathAuthor } from '../../../src/core/exchange/exported-path.ts';
import { AUTHOR_PALETTE, htmlPage } from '../../../src/core/exchange/html.ts';
import { plainText } from '../../../src/core/exchange/plain-text.ts';
import type { AgentId } from '../../../src/core/ids.ts';
import { normaliseSpans } from '../../../src/core/text/span.ts';
import { AGENT_COLOURS } from '../../../src/core/tree/agent.ts';

const MARA = 'mara' as AgentId;
const MODEL = 'model' as AgentId;
const OTHER = 'other' as AgentId;

const authors: readonly PathAuthor[] = [
  { id: MARA, name: 'Mara', type: 'human', modelRef: null, color: null },
  { id: MODEL, name: 'Offline', type: 'model', modelRef: 'offline:markov', color: 'rust' },
  { id: OTHER, name: 'Nell', type: 'human', modelRef: null, color: 'green' },
];

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** A path of pieces of text, each with its author. */
function pathOf(...pieces: readonly (readonly [AgentId, string])[]): ExportedPath {
  return {
    title: 'The Lamp',
    named: true,
    writerId: MARA,
    authors,
    text: pieces.map(([, text]) => text).join(''),
    spans: normaliseSpans(pieces.map(([agent, { length }]) => ({ agent, length }))),
    messages: null,
  };
}

function pageOf(path: ExportedPath, authorship = true) {
  const html = [...htmlPage(path, { authorship, formatMessages: true })].join('');
  return { html, document: new DOMParser().parseFromString(html, 'text/html') };
}

/** The text's blocks, each as its tag and content. */
function blocks(path: ExportedPath): string {
  const { document } = pageOf(path, false);
  return [...(document.querySelector('article')?.children ?? [])]
    .map(({ localName, innerHTML }) => `<${localName}>${innerHTML}`)
    .join('\n');
}

describe('an HTML page', () => {
  it('has a paragraph for each line, and none for blank ones', () => {
    const text = 'He came.\nShe went.\n\nThey stayed.';
    expect(blocks(pathOf([MARA, text]))).toBe('<p>He came.\n<p>She went.\n<p>They stayed.');
    const { document } = pageOf(pathOf([MARA, text]));
    const opening = [...document.querySelectorAll('p')].map(({ className }) => className);
    expect(opening).toEqual(['opening', '', 'opening']);
  });

  it('marks up headings, scene breaks and emphasis', () => {
    const text = '# One\n\nHe *came* and __went__.\n\n***\n\n### Two ###\n';
    expect(blocks(pathOf([MARA, text]))).toBe(
      '<h2>One\n<p>He <em>came</em> and <strong>went</strong>.\n<hr>\n<h4>Two',
    );
  });

  it('has all of a line that begins like a scene break', () => {
    expect(blocks(pathOf([MARA, `${'- '.repeat(50)}so`]))).toBe(`<p>${'- '.repeat(50)}so`);
  });

  it('shows its title once', () => {
    const { document } = pageOf(pathOf([MARA, '\n# The Lamp\n\nA line.']));
    expect([...document.querySelectorAll('h1')].map(({ textContent }) => textContent)).toEqual(['The Lamp']);
    const other = pageOf(pathOf([MARA, '# One\n\nA line.'])).document;
    expect([...other.querySelectorAll('h1, h2')].map(({ textContent }) => textContent)).toEqual([
      'The Lamp',
      'One',
      'Who wrote what',
    ]);
  });

  it('without a given title shows only the headings of its text', () => {
    const path = { ...pathOf([MARA, 'It was lit. It went out.']), title: 'It was lit.', named: false };
    const { document } = pageOf(path);
    expect(document.querySelector('h1')?.className).toBe('unseen');
    const other = pageOf({ ...path, text: '# One\n\n## Two\n' }).document;
    expect([...other.querySelectorAll('h1, article h2')].map(({ textContent }) => textContent)).toEqual([
      'One',
      'Two',
    ]);
  });

  it('shows who wrote what, with a line style and colour per author and a legend', () => {
    const { document, html } = pageOf(pathOf([MARA, 'I lit '], [MODEL, 'the lamp'], [OTHER, '.']));
    const marked = [...document.querySelectorAll('article span')];
    expect(marked.map((span) => [span.textContent, span.getAttribute('title'), span.className])).toEqual([
      ['the lamp', 'Offline', 'author-1'],
      ['.', 'Nell', 'author-2'],
    ]);
    expect([...document.querySelectorAll('li')].map(({ textContent }) => textContent?.trim())).toEqual([
      'Mara the writer, as plain text',
      'Offline a model, offline:markov',
      'Nell a person',
    ]);
    expect(html).toContain('.author-1 { color: var(--author-1); text-decoration: underline dotted');
    expect(html).toContain('.author-2 { color: var(--author-2); text-decoration: underline dashed');
  });

  it('lists only authors who wrote some of it, and none if authorship is off', () => {
    expect(
      pageOf(pathOf([MODEL, 'The lamp.']))
        .document.querySelector('ul')
        ?.textContent?.trim(),
    ).toBe('Offline a model, offline:markov');
    const { document } = pageOf(pathOf([MODEL, 'The lamp.']), false);
    expect(document.querySelector('footer, span')).toBeNull();
  });

  it('keeps the authors of text inside emphasis', () => {
    const { document } = pageOf(pathOf([MARA, 'He *ca'], [MODEL, 'me and we'], [MARA, 'nt*.']));
    expect(document.querySelector('p')?.innerHTML).toBe(
      'He <em>ca</em><span class="author-1" title="Offline"><em>me and we</em></span><em>nt</em>.',
    );
  });

  it('escapes markup in texts, titles and names', () => {
    const evil = '</style><script>alert(1)</script><img src=x onerror="alert(2)">';
    const path: ExportedPath = {
      ...pathOf([MARA, `${evil}\n# ${evil}\n`], [MODEL, `a " b ' c & d <!-- ]]>`]),
      title: `${evil}</title>`,
      authors: authors.map((author) => ({ ...author, name: `${author.name} "${evil}` })),
    };
    const { document, html } = pageOf(path);
    expect(document.querySelector('script, img, style ~ style')).toBeNull();
    expect(document.title).toBe(`${evil}</title>`);
    expect(document.querySelector('article p')?.textContent).toBe(evil);
    expect(document.querySelector('span')?.getAttribute('title')).toBe(`Offline "${evil}`);
    expect(document.querySelector('span')?.attributes).toHaveLength(2);
    expect(html).not.toMatch(/<script|<img|onerror="/);
  });

  it('includes the program’s colours', () => {
    const tokens = readFileSync('src/renderer/styles/tokens.css', 'utf8');
    for (const colour of AGENT_COLOURS) {
      const [light = '', dark = ''] = AUTHOR_PALETTE[colour] ?? [];
      expect(tokens).toContain(`--author-${colour}: light-dark(${light}, ${dark});`);
    }
  });

  it('contains every word of any text once and in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(MARA, MODEL, OTHER), fc.string({ unit: 'grapheme' })), {
          maxLength: 8,
        }),
        (pieces) => {
          const path = pathOf(
            ...pieces.map(([agent, text]) => [agent, text.replace(/[#*_\\\r]/g, '')] as const),
          );
          const [, article = ''] =
            /<article[^>]*>(.*)<\/article>/s.exec(
              [...htmlPage(path, { authorship: true, formatMessages: true })].join(''),
            ) ?? [];
          const words = article
            .replace(/<hr>/g, ' ')
            .replace(/<[^>]*>/g, '')
            .replace(/&(\w+|#39);/g, (_, name: string) => ENTITIES[name] ?? '?');
          expect(words.split(/\s+/).join(' ').trim()).toBe(
            path.text
              .split(/\s+/)
              .join(' ')
              .trim()
              .replace(/[^\t\n\f\r\u0020-\u007e\u00a0-\u{10ffff}]/gu, '\ufffd'),
          );
        },
      ),
    );
  });
});

describe('plain text', () => {
  it('has no Markdown markers', () => {
    expect(plainText('# One\n\nHe *came* and **_went_**.\n\n***\n\n2 * 3 = 6\nsnake_case\n')).toBe(
      'One\n\nHe came and went.\n\n***\n\n2 * 3 = 6\nsnake_case\n',
    );
    expect(plainText('\\*not emphasis\\* and C:\\dir \\\\*so*')).toBe('*not emphasis* and C:\\dir \\so');
  });

  it('is the text itself if there are none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (given) => {
        const text = given.replace(/[#*_\\⁂-]/g, '');
        expect(plainText(text)).toBe(text);
      }),
    );
  });
});
