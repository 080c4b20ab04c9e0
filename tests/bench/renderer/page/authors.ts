import { redo, undo } from '@codemirror/commands';
import type { AgentId } from '../../../../src/core/ids.ts';
import { wholeSpans } from '../../../../src/core/text/span.ts';
import { seededRandom } from '../../../../src/main/generation/text-model/random.ts';
import type { PathNode } from '../../../../src/renderer/editor/index.ts';
import { authorship, spansBetween } from '../../../../src/renderer/editor/marks/authorship.ts';
import { openManuscript, type StagedManuscript } from './editors.ts';
import { contentOf, MODELS, makeNode, WRITER } from './made-text.ts';
import { showContainer } from './stage.ts';
import { settle } from './time-frame.ts';

/** Each author writes distinct letters, so that any text shows who wrote it. */
const LETTERS: ReadonlyMap<AgentId, string> = new Map([
  [WRITER, 'abcdefghij \n'],
  [MODELS[0], 'ABCDEFGHIJ'],
  [MODELS[1], '0123456789'],
]);

export interface WrongAuthorsOptions {
  readonly runs: number;
  /** The steps of a run: typing, deleting, pasting, undoing, redoing, switching, committing, incoming text. */
  readonly steps: number;
  readonly nodes: number;
  readonly seed: number;
}

export interface WrongAuthors {
  /** Characters that the editor attributes to the wrong author, over all checks. */
  readonly wrong: number;
  readonly checks: number;
  readonly characters: number;
}

/** Does random things that a writer might do, and checks the authors after each step. */
export async function countWrongAuthors(options: WrongAuthorsOptions): Promise<WrongAuthors> {
  const total = { wrong: 0, checks: 0, characters: 0 };
  for (let run = 0; run < options.runs; run++) {
    const random = new RandomSource(options.seed * 1_000 + run);
    const nodes = random.nodes(options.nodes);
    const editor = openManuscript(contentOf(nodes));
    showContainer(editor.container);
    for (let step = 0; step < options.steps; step++) {
      takeRandomStep(editor, random);
      const { state } = editor.view;
      total.wrong += wrongCharacters(editor);
      total.checks += 1;
      total.characters += state.doc.length;
    }
    await settle(1);
    editor.close();
  }
  return total;
}

function wrongCharacters({ view: { state } }: StagedManuscript): number {
  const text = state.sliceDoc();
  let wrong = 0;
  let at = 0;
  for (const { agent, length } of spansBetween(state.field(authorship), 0, text.length, WRITER)) {
    const letters = LETTERS.get(agent) ?? '';
    for (const letter of text.slice(at, at + length)) if (!letters.includes(letter)) wrong += 1;
    at += length;
  }
  return wrong + Math.abs(text.length - at);
}

class RandomSource {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  text(agent: AgentId, longest: number): string {
    const letters = LETTERS.get(agent) ?? '';
    return Array.from({ length: 1 + this.below(longest) }, () => letters[this.below(letters.length)]).join(
      '',
    );
  }

  nodes(count: number): readonly PathNode[] {
    return Array.from({ length: count }, () => {
      const agents = [...LETTERS.keys()];
      const parts = Array.from({ length: 1 + this.below(3) }, () => {
        const agent = agents[this.below(agents.length)] ?? WRITER;
        const text = this.text(agent, 20);
        return { text, spans: wholeSpans(agent, text.length) };
      });
      return makeNode(
        parts.map(({ text }) => text).join(''),
        parts.flatMap(({ spans }) => spans),
      );
    });
  }
}

function takeRandomStep(editor: StagedManuscript, random: RandomSource): void {
  const { view, manuscript } = editor;
  const { length } = view.state.doc;
  const from = random.below(length + 1);
  const to = Math.min(length, from + (random.below(3) === 0 ? random.below(30) : 0));
  const type = (insert: string, userEvent: string) =>
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent });
  const choice = random.below(11);
  if (choice < 3) type(random.text(WRITER, 5), 'input.type');
  else if (choice === 3) type('', 'delete.selection');
  else if (choice === 4) type(random.text(WRITER, 40), 'input.paste');
  else if (choice === 5) pasteElsewhere(editor, from, to, random);
  else if (choice === 6 || choice === 7) undo(view);
  else if (choice === 8) redo(view);
  else if (choice === 9) {
    editor.commit();
    const keep = random.below(manuscript.summary().pathLength + 1);
    manuscript.replaceTail(keep, random.nodes(1 + random.below(4)), { caret: 'keep' });
  } else if (random.below(2) === 0) editor.commit();
  else for (const node of random.nodes(1)) manuscript.append(node);
}

/** Cuts or copies a passage and pastes it elsewhere, through browser events. */
function pasteElsewhere({ view }: StagedManuscript, from: number, to: number, random: RandomSource): void {
  view.focus();
  view.dispatch({ selection: { anchor: from, head: to } });
  const clipboardData = new DataTransfer();
  const options = { clipboardData, bubbles: true, cancelable: true };
  view.contentDOM.dispatchEvent(new ClipboardEvent(random.below(2) === 0 ? 'cut' : 'copy', options));
  view.dispatch({ selection: { anchor: random.below(view.state.doc.length + 1) } });
  view.contentDOM.dispatchEvent(new ClipboardEvent('paste', options));
}
