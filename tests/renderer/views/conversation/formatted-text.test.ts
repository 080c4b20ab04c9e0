import { act, createElement, type FunctionComponent } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Spans } from '../../../../src/core/text/span.ts';
import type { Agent } from '../../../../src/core/tree/agent.ts';
import { FormattedText } from '../../../../src/renderer/views/conversation/formatted/FormattedText.tsx';
import { ShownText } from '../../../../src/renderer/views/conversation/shown-text.ts';
import { TypedText, type TypedTextProps } from '../../../../src/renderer/views/conversation/TypedText.tsx';
import '../../../helpers/animation-frames.ts';
import { MODEL, WRITER } from '../../../helpers/arbitrary-text.ts';

// React's `act` flag, and what jsdom lacks.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
globalThis.ResizeObserver ??= class implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

const agents = [
  { id: WRITER, name: 'Writer', type: 'human' },
  { id: MODEL, name: 'Ada', type: 'model' },
] as Agent[];

interface Shown {
  readonly article: HTMLElement;
  readonly text: HTMLElement;
  show(text: string, spans?: Spans, seams?: readonly number[]): void;
}

/** The article of a message, formatted or as it was typed. */
function openArticle(look: FunctionComponent<TypedTextProps> = FormattedText): Shown {
  const article = document.body.appendChild(document.createElement('article'));
  const text = article.appendChild(document.createElement('div'));
  text.setAttribute('data-message-text', '');
  const root = createRoot(text);
  onTestFinished(() => {
    act(() => root.unmount());
    article.remove();
  });
  return {
    article,
    text,
    show(shown, spans, seams = []) {
      text.setAttribute('data-from', '0');
      text.setAttribute('data-to', String(shown.length));
      act(() =>
        root.render(createElement(look, { text: shown, from: 0, spans: spans ?? null, seams, agents })),
      );
    },
  };
}

function showMessage(text: string, look?: FunctionComponent<TypedTextProps>): Shown {
  const shown = openArticle(look);
  shown.show(text);
  return shown;
}

describe('what a message cannot do', () => {
  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<iframe src="https://a.example"></iframe>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,<b>)',
    '![x](http://a.example/a.png)',
    '[x](file:///etc/passwd)',
  ])('%s is text', (text) => {
    const { text: shown } = showMessage(text);
    expect(shown.textContent).toBe(text);
    expect([...shown.querySelectorAll('*')].map(({ localName }) => localName)).toEqual(['p', 'span']);
  });

  it('a picture is a link that shows where it leads, and is not fetched', () => {
    const { text } = showMessage('![the sea](https://pictures.example/sea.png) ![](https://b.example/)');
    expect(text.querySelector('img')).toBeNull();
    const links = [...text.querySelectorAll('a')];
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'the sea (pictures.example)',
      'Picture (b.example)',
    ]);
    expect(links[0]?.href).toBe('https://pictures.example/sea.png');
    expect(links.map(({ target, rel }) => `${target} ${rel}`)).toEqual([
      '_blank noreferrer',
      '_blank noreferrer',
    ]);
  });

  it('a link that claims to lead elsewhere shows where it leads', () => {
    const { text } = showMessage('[https://bank.example](https://thief.example/a) https://plain.example');
    expect([...text.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
      'https://bank.example (thief.example)',
      'https://plain.example',
    ]);
  });
});

describe('a formatted message', () => {
  it('has headings below the title of the conversation, tables with headers, and numbered lists', () => {
    const { text } = showMessage(
      '## One\n\n#### Two\n\n# Three\n\n| a | b |\n|---|--:|\n| 1 |\n\n3. c\n4. d\n\n- [x] done',
    );
    const headings = [...text.querySelectorAll('h1, h2, h3, h4, h5, h6')];
    expect(headings.map(({ localName, textContent }) => `${localName} ${textContent}`)).toEqual([
      'h2 One',
      'h3 Two',
      'h2 Three',
    ]);
    expect([...text.querySelectorAll('th')].map(({ scope }) => scope)).toEqual(['col', 'col']);
    expect(text.querySelectorAll('tbody td')).toHaveLength(2);
    expect(text.querySelector('ol')?.start).toBe(3);
    expect(text.querySelector('li [role="img"]')?.getAttribute('aria-label')).toBe('Done');
  });

  it('keeps the elements of what does not change while it grows', () => {
    const message = openArticle();
    message.show('One *two*.\n\n- three');
    const before = [...message.text.querySelectorAll('p, ul')];
    message.show('One *two*.\n\n- three\n- four\n\nFive');
    expect([...message.text.querySelectorAll('p, ul')].slice(0, 2)).toEqual(before.slice(0, 2));
    expect(message.text.textContent).toBe('One two.\nthreefour\nFive'.replaceAll('\n', ''));
  });

  it('that is long is read a step in each frame, and shown as typed until then', async () => {
    const long = '*A long word*'.padEnd(100).concat('\n\n').repeat(400);
    const { text } = showMessage(long);
    expect(text.querySelectorAll('em').length).toBeLessThan(400);
    expect(text.textContent).toContain('*');
    const nextFrame = () => new Promise((resolve) => setTimeout(resolve, 20));
    await expect
      .poll(async () => {
        await act(nextFrame);
        return text.querySelectorAll('em').length;
      })
      .toBe(400);
    expect(text.textContent).not.toContain('*');
    // The message that takes the place of a reply shows the same text, and what is read must not move.
    expect(showMessage(`${long}*The end.*`).text.querySelectorAll('em')).toHaveLength(401);
  });

  it.each([
    ['inside a word', 'The **old** keeper', 16, ['er']],
    ['before what marks a word', 'The **old** keeper', 4, ['old']],
    ['at the beginning of a block', 'One\n\n- two', 5, ['two']],
  ])('of a reply that was continued has a mark %s', (_where, text, seam, expected) => {
    for (const look of [FormattedText, TypedText]) {
      const message = openArticle(look);
      message.show(text, undefined, [seam]);
      const marked = [...message.text.querySelectorAll('[data-seam]')].map((run) => run.textContent);
      expect(marked).toEqual(look === TypedText ? [text.slice(seam)] : expected);
      expect(new ShownText(message.text).rangeOf({ from: 0, to: text.length })).not.toBeNull();
    }
  });

  it('by several authors is coloured as in a manuscript, also where the text has marks', () => {
    const message = openArticle();
    message.show('I **am** a &eacute; lamp', [
      { agent: WRITER, length: 5 },
      { agent: MODEL, length: 10 },
      { agent: WRITER, length: 9 },
    ]);
    const runs = [...message.text.querySelectorAll('[data-run]')];
    expect(runs.map((run) => `${run.textContent}${run.hasAttribute('data-colour') ? '!' : ''}`)).toEqual([
      'I ',
      'a',
      'm!',
      ' a !',
      'é!',
      ' lamp',
    ]);
  });
});

/** The text on the screen for a part of the message. */
function shownOf(message: Shown, words: string): string {
  const source = message.article.dataset.source ?? '';
  const from = source.indexOf(words);
  return String(new ShownText(message.text).rangeOf({ from, to: from + words.length }));
}

const SOURCE =
  '# A *lamp*\n\nSee [the **sea**](https://sea.example/x) &amp; sky.\n\n- one\n- two `code`\n\n---\n';

describe('places in a formatted message', () => {
  const open = () => {
    const message = showMessage(SOURCE);
    message.article.dataset.source = SOURCE;
    return message;
  };

  it('are found by their offsets in the text, wherever marks are', () => {
    const message = open();
    expect(shownOf(message, 'lamp')).toBe('lamp');
    expect(shownOf(message, 'A *lamp')).toBe('A lamp');
    expect(shownOf(message, 'sea**](')).toBe('sea');
    expect(shownOf(message, '&amp; sky')).toBe('& sky');
    expect(shownOf(message, 'two `code`')).toBe('two code');
    // Hidden text is found at the text it belongs to.
    expect(shownOf(message, 'sea.example')).toContain('the sea');
  });

  it('that are selected are copied as they were typed', () => {
    const message = open();
    const copy = (select: (range: Range) => void) => {
      const range = document.createRange();
      select(range);
      const part = new ShownText(message.text).partOf(range);
      return part === null ? null : SOURCE.slice(part.from, part.to);
    };
    const run = (words: string) => {
      const found = [...message.text.querySelectorAll('[data-run]')].find(
        ({ textContent }) => textContent === words,
      );
      if (found?.firstChild == null) throw new Error(`no run ${words}`);
      return found.firstChild;
    };
    expect(copy((range) => range.selectNodeContents(message.text))).toBe(SOURCE);
    expect(copy((range) => range.selectNodeContents(run('lamp')))).toBe('*lamp*');
    expect(
      copy((range) => {
        range.setStart(run('lamp'), 1);
        range.setEnd(run('sea'), 2);
      }),
    ).toBe('amp*\n\nSee [the **se');
    expect(
      copy((range) => {
        range.setStart(run('one'), 0);
        range.setEnd(run('code'), 4);
      }),
    ).toBe('- one\n- two `code`');
    expect(copy((range) => range.selectNode(message.article))).toBeNull();
  });

  it('every character that is shown is at its offset', () => {
    const message = open();
    for (const run of message.text.querySelectorAll('[data-run]')) {
      const from = Number(run.getAttribute('data-run'));
      const to = Number(run.getAttribute('data-run-end') ?? from + (run.textContent?.length ?? 0));
      expect(String(new ShownText(message.text).rangeOf({ from, to }))).toBe(run.textContent);
    }
  });
});

it('a message as it was typed is found and copied by its offsets', () => {
  const text = 'One\n\n*two*\n';
  const message = showMessage(text, TypedText);
  const shown = new ShownText(message.text);
  expect(String(shown.rangeOf({ from: 0, to: 10 }))).toBe('One*two*');
  const range = document.createRange();
  range.selectNodeContents(message.text);
  expect(shown.partOf(range)).toEqual({ from: 0, to: text.length });
});

describe('a link to a tree', () => {
  const links = ({ text }: Shown) =>
    [...text.querySelectorAll<HTMLElement>('[role=link]')].map((link) => [
      link.textContent,
      link.dataset.run,
      link.tabIndex,
    ]);

  it('is one that the keyboard reaches, with the rest of the text around it as it was', () => {
    const words = 'Ask *[[Marie|her]]* or [[Emil#Wants]], not `[[code]]`.';
    const shown = showMessage(words);
    expect(links(shown)).toEqual([
      ['[[Marie|her]]', '5', 0],
      ['[[Emil#Wants]]', '23', 0],
    ]);
    expect(shown.text.textContent).toBe('Ask [[Marie|her]] or [[Emil#Wants]], not [[code]].');
  });

  it('is text in a block of code', () => {
    expect(links(showMessage('```\n[[Marie]]\n```'))).toEqual([]);
  });
});
