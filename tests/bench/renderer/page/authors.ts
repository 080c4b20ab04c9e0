import { redo, undo } from '@codemirror/commands';
import type { AgentId } from '../../../../src/core/ids.ts';
import { wholeSpans } from '../../../../src/core/text/span.ts';
import { seededRandom } from '../../../../src/main/generation/text-model/random.ts';
import type { ManuscriptNode } from '../../../../src/renderer/editor/index.ts';
import { authorship, spansBetween } from '../../../../src/renderer/editor/marks/authorship.ts';
import { openManuscript, type StagedManuscript } from './editors.ts';
import { contentOf, MODELS, makeNode, WRITER } from './made-text.ts';
import { showPlace } from './stage.ts';
import { settle } from './time-frame.ts';

/** Each author writes letters that nobody else does, so that any text says of itself who wrote it. */
const LETTERS: ReadonlyMap<AgentId, string> = new Map([
  [WRITER, 'abcdefghij \n'],
  [MODELS[0], 'ABCDEFGHIJ'],
  [MODELS[1], '0123456789'],
]);

export interface WrongAuthorsOptions {
  readonly runs: number;
  /** What is done in a run: typing, deleting, pasting, undoing, redoing, switching, committing, arriving. */
  readonly steps: number;
  readonly nodes: number;
  readonly seed: number;
}

export interface WrongAuthors {
  /** Characters of which the editor says another author than wrote them, over all checks. */
  readonly wrong: number;
  readonly checks: number;
  readonly characters: number;
}

/** Does whatever comes to a writer's mind and looks after each step who is said to have written what. */
export async function countWrongAuthors(options: WrongAuthorsOptions): Promise<WrongAuthors> {
  const total = { wrong: 0, checks: 0, characters: 0 };
  for (let run = 0; run < options.runs; run++) {
    const chance = new Chance(options.seed * 1_000 + run);
    const nodes = chance.nodes(options.nodes);
    const editor = openManuscript(contentOf(nodes));
    showPlace(editor.place);
    for (let step = 0; step < options.steps; step++) {
      doSomething(editor, chance);
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

class Chance {
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

  nodes(count: number): readonly ManuscriptNode[] {
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

function doSomething(editor: StagedManuscript, chance: Chance): void {
  const { view, manuscript } = editor;
  const { length } = view.state.doc;
  const from = chance.below(length + 1);
  const to = Math.min(length, from + (chance.below(3) === 0 ? chance.below(30) : 0));
  const type = (insert: string, userEvent: string) =>
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent });
  const choice = chance.below(11);
  if (choice < 3) type(chance.text(WRITER, 5), 'input.type');
  else if (choice === 3) type('', 'delete.selection');
  else if (choice === 4) type(chance.text(WRITER, 40), 'input.paste');
  else if (choice === 5) moveByClipboard(editor, from, to, chance);
  else if (choice === 6 || choice === 7) undo(view);
  else if (choice === 8) redo(view);
  else if (choice === 9) {
    editor.commit();
    const keep = chance.below(manuscript.summary().pathLength + 1);
    manuscript.replaceTail(keep, chance.nodes(1 + chance.below(4)), { caret: 'keep' });
  } else if (chance.below(2) === 0) editor.commit();
  else for (const node of chance.nodes(1)) manuscript.append(node);
}

/** Cuts or copies a passage and pastes it elsewhere, by the events of the browser. */
function moveByClipboard({ view }: StagedManuscript, from: number, to: number, chance: Chance): void {
  view.focus();
  view.dispatch({ selection: { anchor: from, head: to } });
  const clipboardData = new DataTransfer();
  const how = { clipboardData, bubbles: true, cancelable: true };
  view.contentDOM.dispatchEvent(new ClipboardEvent(chance.below(2) === 0 ? 'cut' : 'copy', how));
  view.dispatch({ selection: { anchor: chance.below(view.state.doc.length + 1) } });
  view.contentDOM.dispatchEvent(new ClipboardEvent('paste', how));
}
