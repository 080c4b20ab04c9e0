import { afterEach, describe, expect, it } from 'vitest';
import { contentOf, letters, MODEL, node, type Opened, openManuscript } from '../open-manuscript.ts';
import { ToldDraft } from '../told-draft.ts';

const castle = () => [node('0', 'Once, '), node('1', 'a castle', MODEL), node('2', ' stood.')];

/** An input method at an offset: each text takes the place of the one before until it is committed. */
class InputMethod {
  readonly #opened: Opened;
  readonly #at: number;
  #length = 0;

  constructor(opened: Opened, at: number) {
    this.#opened = opened;
    this.#at = at;
    opened.view.dispatch({ selection: { anchor: at } });
    this.#tell('compositionstart');
  }

  show(...texts: readonly string[]): void {
    for (const text of texts) {
      this.#opened.type(this.#at, this.#at + this.#length, text, 'input.type.compose');
      this.#length = text.length;
    }
  }

  async commit(text: string): Promise<void> {
    this.show(text);
    this.#tell('compositionend');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }

  #tell(kind: string): void {
    this.#opened.view.contentDOM.dispatchEvent(new Event(kind, { bubbles: true }));
  }
}

function open(buffer = '') {
  const content = contentOf(castle(), buffer);
  const told = new ToldDraft(content);
  const opened = openManuscript(content, { onTold: (event) => told.take(event) });
  return { ...opened, told, page: () => opened.view.contentDOM.innerHTML };
}

const told = ({ parts }: ToldDraft) => parts.map(({ text }) => text).join('|');

afterEach(() => document.body.replaceChildren());

describe('a composition', () => {
  it('at the boundary of two nodes belongs to the one that ends there, from first to last', async () => {
    const writing = open();
    const ime = new InputMethod(writing, 6);
    ime.show('n', 'ni', 'ni h', 'ni hao');
    await ime.commit('你好');
    expect(writing.show()).toBe('Once, 你好|a castle| stood.|');
    expect(told(writing.told)).toBe(writing.show());
    expect(letters(writing.spans())).toBe('wwwwwwwwmmmmmmmmwwwwwww');
    expect(new Set(writing.events.map((event) => event.kind))).toEqual(new Set(['typed']));
    writing.manuscript.undo();
    expect(writing.show()).toBe('Once, |a castle| stood.|');
  });

  it('at the end of the text is the working buffer', async () => {
    const writing = open();
    const ime = new InputMethod(writing, 21);
    ime.show('k', 'か', 'かw');
    await ime.commit('川');
    expect(writing.show()).toBe('Once, |a castle| stood.|川');
    expect(told(writing.told)).toBe(writing.show());
  });

  it('inside a model’s text is the writer’s', async () => {
    const writing = open();
    const ime = new InputMethod(writing, 8);
    ime.show('s', 'し', 'しr', 'しろ');
    await ime.commit('城');
    expect(letters(writing.spans())).toBe('wwwwwwmmwmmmmmmwwwwwww');
    expect(letters(writing.told.parts[1]?.spans ?? [])).toBe('mmwmmmmmm');
  });

  it('of an accent that waits for its letter is one letter', async () => {
    const writing = open();
    const ime = new InputMethod(writing, 21);
    ime.show('´');
    await ime.commit('é');
    expect(writing.show()).toBe('Once, |a castle| stood.|é');
    expect(writing.told.parts.at(-1)?.text).toBe('é');
  });

  it('that seals the draft goes on while the commit is answered', async () => {
    const writing = open(' Buffer.');
    const ime = new InputMethod(writing, 8);
    ime.show('k');
    const page = writing.page();
    const commit = writing.told.answer(() => 'new');
    if (commit === undefined) throw new Error('nothing was sealed');
    writing.manuscript.committed(commit);
    writing.told.goOn();
    expect(writing.page()).toBe(page);
    await ime.commit('か');
    expect(writing.show()).toBe('Once, |a かcastle| stood.| Buffer.|');
    expect(told(writing.told)).toBe(writing.show());
    expect(writing.manuscript.draft()).toEqual(writing.told.draft());
    expect(writing.manuscript.draft().edits).toMatchObject([{ nodeId: '1', text: 'a かcastle' }]);
  });

  it('that seals the draft goes on while the commit is refused', async () => {
    const writing = open(' Buffer.');
    const ime = new InputMethod(writing, 8);
    ime.show('k');
    const page = writing.page();
    writing.manuscript.unseal();
    expect(writing.page()).toBe(page);
    await ime.commit('か');
    expect(writing.show()).toBe('Once, |a かcastle| stood.| Buffer.');
  });

  it('is not disturbed by agents, colours and counts that change', async () => {
    const writing = open();
    const ime = new InputMethod(writing, 8);
    ime.show('k');
    const page = writing.page();
    writing.manuscript.showAuthors([{ id: MODEL, type: 'model', color: 'rust' }]);
    writing.manuscript.showHeaders(() => undefined);
    writing.manuscript.showStreaming({ agentId: MODEL, text: 'And' });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(writing.page()).toBe(page);
    await ime.commit('か');
    expect(writing.view.contentDOM.querySelector('.author-rust')?.textContent).toBe('a ');
  });

  it('that a path read again ends leaves the text of that path', async () => {
    const writing = open();
    const ime = new InputMethod(writing, 8);
    ime.show('k');
    writing.manuscript.append(node('3', ' Arrived.', MODEL));
    writing.manuscript.replaceContent(contentOf([node('9', 'Another.')]));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(writing.show()).toBe('Another.|');
  });
});
