import { afterEach, describe, expect, it, vi } from 'vitest';
import { contentOf, letters, MODEL, node, type Opened, openManuscript } from '../open-manuscript.ts';
import { ToldDraft } from '../told-draft.ts';

const castle = () => [node('0', 'Once, '), node('1', 'a castle', MODEL), node('2', ' stood.')];

/** An input method at an offset: each text replaces the one before until it is committed. */
class InputMethod {
  readonly #opened: Opened;
  readonly #at: number;
  #length = 0;

  constructor(opened: Opened, at: number) {
    this.#opened = opened;
    this.#at = at;
    opened.view.dispatch({ selection: { anchor: at } });
    this.#dispatch('compositionstart');
  }

  show(...texts: readonly string[]): void {
    for (const text of texts) {
      this.#opened.type(this.#at, this.#at + this.#length, text, 'input.type.compose');
      this.#length = text.length;
    }
  }

  async commit(text: string): Promise<void> {
    this.show(text);
    this.#dispatch('compositionend');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }

  #dispatch(kind: string): void {
    this.#opened.view.contentDOM.dispatchEvent(new Event(kind, { bubbles: true }));
  }
}

function open(buffer = '') {
  const content = contentOf(castle(), buffer);
  const told = new ToldDraft(content);
  const opened = openManuscript(content, { onDraftEvent: (event) => told.onEvent(event) });
  return { ...opened, told, page: () => opened.view.contentDOM.innerHTML };
}

const textOf = ({ parts }: ToldDraft) => parts.map(({ text }) => text).join('|');

afterEach(() => document.body.replaceChildren());

describe('a composition', () => {
  it('at a node boundary belongs throughout to the node that ends there', async () => {
    const writing = open();
    const ime = new InputMethod(writing, 6);
    ime.show('n', 'ni', 'ni h', 'ni hao');
    await ime.commit('你好');
    expect(writing.show()).toBe('Once, 你好|a castle| stood.|');
    expect(textOf(writing.told)).toBe(writing.show());
    expect(letters(writing.spans())).toBe('wwwwwwwwmmmmmmmmwwwwwww');
    expect(new Set(writing.events.map((event) => event.kind))).toEqual(new Set(['typed']));
    writing.manuscript.undo();
    expect(writing.show()).toBe('Once, |a castle| stood.|');
  });

  it('at the end of the text goes to the working buffer', async () => {
    const writing = open();
    const ime = new InputMethod(writing, 21);
    ime.show('k', 'か', 'かw');
    await ime.commit('川');
    expect(writing.show()).toBe('Once, |a castle| stood.|川');
    expect(textOf(writing.told)).toBe(writing.show());
  });

  it('inside a model’s text is attributed to the writer', async () => {
    const writing = open();
    const ime = new InputMethod(writing, 8);
    ime.show('s', 'し', 'しr', 'しろ');
    await ime.commit('城');
    expect(letters(writing.spans())).toBe('wwwwwwmmwmmmmmmwwwwwww');
    expect(letters(writing.told.parts[1]?.spans ?? [])).toBe('mmwmmmmmm');
  });

  it('of a dead key and its letter is one letter', async () => {
    const writing = open();
    const ime = new InputMethod(writing, 21);
    ime.show('´');
    await ime.commit('é');
    expect(writing.show()).toBe('Once, |a castle| stood.|é');
    expect(writing.told.parts.at(-1)?.text).toBe('é');
  });

  it('that seals the draft continues when the commit succeeds', async () => {
    const writing = open(' Buffer.');
    const ime = new InputMethod(writing, 8);
    ime.show('k');
    const page = writing.page();
    const commit = writing.told.answer(() => 'new');
    if (commit === undefined) throw new Error('nothing was sealed');
    writing.manuscript.applyCommit(commit);
    writing.told.applyQueued();
    expect(writing.page()).toBe(page);
    await ime.commit('か');
    expect(writing.show()).toBe('Once, |a かcastle| stood.| Buffer.|');
    expect(textOf(writing.told)).toBe(writing.show());
    expect(writing.manuscript.draft()).toEqual(writing.told.draft());
    expect(writing.manuscript.draft().edits).toMatchObject([{ nodeId: '1', text: 'a かcastle' }]);
  });

  it('that seals the draft continues when the commit is refused', async () => {
    const writing = open(' Buffer.');
    const ime = new InputMethod(writing, 8);
    ime.show('k');
    const page = writing.page();
    writing.manuscript.unseal();
    expect(writing.page()).toBe(page);
    await ime.commit('か');
    expect(writing.show()).toBe('Once, |a かcastle| stood.| Buffer.');
  });

  it('is not disturbed by changes to agents, colours and counts', async () => {
    const writing = open();
    const ime = new InputMethod(writing, 8);
    ime.show('k');
    const page = writing.page();
    writing.manuscript.setAuthors([{ id: MODEL, type: 'model', color: 'rust' }]);
    writing.manuscript.showHeaders(() => undefined);
    writing.manuscript.showStreaming({ agentId: MODEL, text: 'And' });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(writing.page()).toBe(page);
    await ime.commit('か');
    expect(writing.view.contentDOM.querySelector('.author-rust')?.textContent).toBe('a ');
  });

  it('is followed by every change that waited for it, also after one that fails', async () => {
    const writing = open();
    const onError = vi.fn((event: ErrorEvent) => event.preventDefault());
    window.addEventListener('error', onError);
    const ime = new InputMethod(writing, 8);
    ime.show('k');
    writing.manuscript.afterComposing(() => {
      throw new Error('as the test wants it');
    });
    writing.manuscript.append(node('3', ' Arrived.', MODEL));
    await ime.commit('か');
    window.removeEventListener('error', onError);
    expect(onError).toHaveBeenCalledOnce();
    expect(writing.show()).toBe('Once, |a かcastle| stood.| Arrived.|');
    expect(writing.manuscript.isComposing()).toBe(false);
  });

  it('goes on when the path read again changes other text, and the marks wait', async () => {
    const writing = open();
    const ime = new InputMethod(writing, 8);
    ime.show('k');
    writing.manuscript.append(node('3', ' Not on that path.', MODEL));
    const composed = writing.manuscript.draft();
    const then = { ...node('9', 'Then, so '), positionId: node('0', '').positionId };
    writing.manuscript.showPath({ nodes: [then, ...castle().slice(1)], ...composed });
    expect(writing.manuscript.isComposing()).toBe(true);
    expect(writing.show()).toBe('Then, so |a kcastle| stood.|');
    writing.type(11, 12, '蚊', 'input.type.compose');
    writing.view.contentDOM.dispatchEvent(new Event('compositionend', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(writing.show()).toBe('Then, so |a 蚊castle| stood.|');
    expect(writing.manuscript.isComposing()).toBe(false);
    writing.manuscript.undo();
    expect(writing.show()).toBe('Then, so |a castle| stood.|');
  });

  it('ended by rereading the path leaves the text of that path', async () => {
    const writing = open();
    const ime = new InputMethod(writing, 8);
    ime.show('k');
    writing.manuscript.append(node('3', ' Arrived.', MODEL));
    writing.manuscript.showPath(contentOf([node('9', 'Another.')]));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(writing.show()).toBe('Another.|');
  });
});
