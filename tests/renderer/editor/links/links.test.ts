import type { EditorView } from '@codemirror/view';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LinkQuery } from '../../../../src/renderer/editor/index.ts';
import { PLAIN } from '../../../../src/renderer/editor/preferences.ts';
import type { LinkInText } from '../../../../src/renderer/surface.ts';
import { EMPTY, openMessage } from '../message/open-message.ts';
import { contentOf, node, openManuscript } from '../open-manuscript.ts';

/** The links of a document in the editor (`documents.md`, *Links*). */

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** Opens a document of a committed text and a typed one, in a grove with these titles. */
function open(committed: string, typed: string, titles: readonly string[], isDocument = true) {
  const grove = new Set(titles);
  const asked: LinkInText[] = [];
  const followed: LinkInText[] = [];
  const queries: (LinkQuery | null)[] = [];
  const opened = openManuscript(contentOf([node('1', committed)], typed), {
    isDocument,
    preferences: { ...PLAIN, markdown: true },
    links: {
      read: async (links) => {
        asked.push(...links);
        return links.map(({ name }) => grove.has(name));
      },
      follow: (link) => followed.push(link),
    },
    onLinkQuery: (query) => queries.push(query),
  });
  return { ...opened, grove, asked, followed, queries };
}

const pause = () => vi.advanceTimersByTimeAsync(1_000);

const shown = ({ contentDOM }: EditorView) =>
  [...contentDOM.querySelectorAll('.link')].map(
    ({ textContent, classList }) => `${textContent}${classList.contains('missing') ? '?' : ''}`,
  );

describe('a link', () => {
  const text =
    'See [[Marie#Wants|her]] and [[Emil]].\n\n`[[code]]`\n\n```\n[[fence]]\n```\n[words] [[Lake]]\n';

  it('is shown by its words, but for code, and as missing once it is known to lead nowhere', async () => {
    const { view, asked, grove, manuscript } = open(text, 'Or [[Marie]].', ['Marie', 'Lake']);
    expect(shown(view)).toEqual(['her', 'Emil', 'Lake', 'Marie']);
    await pause();
    expect(shown(view)).toEqual(['her', 'Emil?', 'Lake', 'Marie']);
    expect(asked.map(({ name, section, nodeId }) => [name, section, nodeId])).toEqual([
      ['Marie', 'Wants', '1'],
      ['Emil', null, '1'],
      ['Lake', null, '1'],
      ['Marie', null, null],
    ]);
    grove.add('Emil');
    manuscript.refreshLinks();
    await pause();
    expect(shown(view)).toEqual(['her', 'Emil', 'Lake', 'Marie']);
  });

  it('is looked up once, also while other text is typed', async () => {
    const { view, asked, type } = open('[[Marie]]', '', ['Marie']);
    await pause();
    type(9, 9, ' said');
    await pause();
    expect([asked.length, shown(view)]).toEqual([1, ['Marie']]);
  });

  it('is found at the caret, and is text in a story', () => {
    const { view, manuscript } = open(text, '', []);
    view.dispatch({ selection: { anchor: 10 } });
    expect(manuscript.linkAtCaret()).toMatchObject({ name: 'Marie', section: 'Wants' });
    view.dispatch({ selection: { anchor: 1 } });
    expect(manuscript.linkAtCaret()).toBeNull();
    const story = open(text, '', [], false);
    story.view.dispatch({ selection: { anchor: 10 } });
    expect([story.manuscript.linkAtCaret(), shown(story.view)]).toEqual([null, []]);
  });
});

describe('an embed', () => {
  it('shows its text under its line, folded if it is long, until it is no embed', async () => {
    const inner = { title: 'Lake', parts: ['The lake.'], isCut: false };
    const long = { title: 'Emil', parts: ['a'.repeat(3_000)], isCut: false };
    const opened = openManuscript(contentOf([], 'See\n![[Marie]]\n![[Emil]]\n![[nobody]] and [[Marie]]'), {
      isDocument: true,
      preferences: { ...PLAIN, markdown: true },
      links: {
        read: async () => null,
        embed: async ({ name }) => {
          if (name === 'Marie') return { title: 'Marie', parts: ['She fears ', inner, '.'], isCut: false };
          return name === 'Emil' ? long : null;
        },
        follow: () => {},
      },
    });
    await pause();
    const boxes = () => [...opened.view.contentDOM.querySelectorAll<HTMLElement>('.cm-content > .embed')];
    expect(
      boxes().map((box) => [box.ariaLabel ?? box.getAttribute('aria-label'), box.textContent?.length]),
    ).toEqual([
      ['Embedded: Marie', 'MarieShe fears LakeThe lake..'.length],
      ['Embedded: Emil', 'Emil'.length + 2_000 + '… Show all'.length],
    ]);
    expect(boxes()[0]?.previousElementSibling?.textContent).toBe('![[Marie]]');
    boxes()[1]?.querySelector('button')?.click();
    expect(boxes()[1]?.textContent).toBe(`Emil${'a'.repeat(3_000)}`);
    opened.type(4, 5, '');
    await pause();
    expect(boxes().map(({ ariaLabel }) => ariaLabel ?? '').length).toBe(1);
    expect(opened.manuscript.textForChecks()).toBe('See\n[[Marie]]\n![[Emil]]\n![[nobody]] and [[Marie]]');
  });
});

describe('a link that is being typed', () => {
  it('is reported as far as the caret, until it ends or the caret leaves it', async () => {
    const { view, type, queries, manuscript } = open('', 'Ask ', []);
    view.focus();
    const last = async () => {
      await vi.advanceTimersByTimeAsync(50);
      return queries.at(-1)?.typed ?? null;
    };
    type(4, 4, '[[');
    expect(await last()).toBe('');
    type(6, 6, 'Ma');
    expect(await last()).toBe('Ma');
    view.dispatch({ selection: { anchor: 0 } });
    expect(await last()).toBeNull();
    // A caret that comes by opens no list.
    view.dispatch({ selection: { anchor: 8 } });
    expect(await last()).toBeNull();
    type(8, 8, 'r');
    expect(await last()).toBe('Mar');
    manuscript.completeLink('[[Marie]]');
    expect(view.state.doc.toString()).toBe('Ask [[Marie]]');
    expect(await last()).toBeNull();
    manuscript.undo();
    expect(view.state.doc.toString()).toBe('Ask [[Mar');
  });

  it('takes the place of brackets that end it already', () => {
    const { view, type, manuscript } = open('', '', []);
    type(0, 0, '[[]]');
    view.dispatch({ selection: { anchor: 2 } });
    manuscript.completeLink('[[Marie]]');
    expect(view.state.doc.toString()).toBe('[[Marie]]');
  });
});

it('a message has links as a document has', async () => {
  const queries: (string | null)[] = [];
  const { message, parent } = openMessage(EMPTY, {
    links: { read: async (links) => links.map(() => false), follow: () => {} },
    onLinkQuery: (query) => queries.push(query?.typed ?? null),
  });
  message.focus();
  message.type('Ask [[Ma');
  await pause();
  expect(queries.at(-1)).toBe('Ma');
  message.completeLink('[[Marie]]');
  await pause();
  expect(message.content().text).toBe('Ask [[Marie]]');
  expect([...parent.querySelectorAll('.link.missing')].map(({ textContent }) => textContent)).toEqual([
    'Marie',
  ]);
});
