/**
 * A writer who does everything: types, saves, generates in the middle, takes suggestions, rewrites, bridges, writes notes,
 * goes to versions and siblings, prunes, goes back on the time line, restarts and is killed. Each author has an alphabet
 * and writes each word once, so the screen and the file tell letter by letter whether a word is lost, doubled, or credited
 * to another. FC_RUNS=1000000 goes on for hours.
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AspenError } from '../../../src/core/errors.ts';
import type { AgentId } from '../../../src/core/ids.ts';
import type { Provider } from '../../../src/main/generation/providers/provider.ts';
import { turnClockByHand } from '../../helpers/clock.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { casesFor } from '../../helpers/fast-check-runs.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { scriptedProvider } from '../../helpers/scripted-provider.ts';
import { nodeTexts } from './node-texts.ts';
import { propose } from './proposals/suggesting-desk.ts';
import { MOVES, type MoveName } from './random-steps.ts';
import { resumeWriting, type WritingDesk } from './writing-desk.ts';

const MOVED = (Object.keys(MOVES) as MoveName[]).filter((move) => !move.startsWith('replace'));
const DONE = ['suggest', 'suggest', 'accept', 'accept', 'reject', 'rewrite', 'bridge', 'note'] as const;
const at = fc.nat(999);

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('type' as const), at, words: fc.nat(3) }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('move' as const), move: fc.constantFrom(...MOVED), at }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('commit' as const, 'generate' as const), at }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom(...DONE), at }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('undo' as const, 'undo' as const, 'redo' as const), at }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('timeline' as const, 'restart' as const, 'kill' as const),
      at,
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The first letters of the alphabets: Greek, Cyrillic, and Latin for all that is generated. */
const FIRST = { writer: 'α', muse: 'б', scribe: 'a' } as const;
const SCRIPTS = { writer: /\p{Script=Greek}/u, muse: /\p{Script=Cyrillic}/u, scribe: /\p{Script=Latin}/u };
type Author = keyof typeof FIRST;
const AUTHORS = Object.keys(FIRST) as Author[];
const authorOf = (letter: string) => AUTHORS.find((author) => SCRIPTS[author].test(letter)) ?? null;
const writersWords = (text: string) => text.match(/\p{Script=Greek}+/gu) ?? [];

class Mix {
  #writing: WritingDesk;
  #words = 0;
  #starts = 0;
  #agents: ReadonlyMap<string, AgentId> = new Map();

  constructor(writing: WritingDesk) {
    this.#writing = writing;
  }

  get writing(): WritingDesk {
    return this.#writing;
  }

  /** A word that was never written. */
  word(author: Author): string {
    this.#words += 1;
    const digits = [...(20 + this.#words).toString(20)].map((digit) => Number.parseInt(digit, 20));
    return digits.map((digit) => String.fromCodePoint((FIRST[author].codePointAt(0) ?? 0) + digit)).join('');
  }

  async begin(): Promise<void> {
    const { desk } = this.#writing;
    for (const name of ['Muse', 'Scribe'])
      await desk.call('agent.create', {
        name,
        modelRef: 'mixed:one',
        configuration: { completionStyle: 'chat' },
        color: null,
      });
    this.#equip();
  }

  /** Another window: the agents, and who is asked. */
  #equip(): void {
    const { desk, buffer, tree } = this.#writing;
    const complete: Provider['complete'] = (...request) => {
      const text = ` ${this.word('scribe')} ${this.word('scribe')} `;
      return scriptedProvider([text, { finish: 'stop' }]).complete(...request);
    };
    desk.provider = { ...scriptedProvider([], 'mixed'), complete };
    const grove = desk.grove.snapshot();
    buffer.onGrove(grove);
    this.#agents = new Map(grove.agents.map(({ name, id }) => [name.toLowerCase(), id]));
    tree.choice.change({ agentIds: [this.#agent('scribe')], count: 1 });
  }

  #agent(name: 'muse' | 'scribe'): AgentId {
    const id = this.#agents.get(name);
    if (id === undefined) throw new Error(`there is no ${name}`);
    return id;
  }

  get #text(): string {
    return this.#writing.manuscript.textForChecks();
  }

  /** Starts of words, and the end. */
  get #places(): readonly number[] {
    return [...[...this.#text.matchAll(/\S+/g)].map(({ index }) => index), this.#text.length];
  }

  get #committed(): readonly string[] {
    const { desk } = this.#writing;
    return nodeTexts(desk.path, desk.treeId).flatMap(writersWords);
  }

  async run(next: Step): Promise<void> {
    const before = new Set(writersWords(this.#text));
    const committed = new Set(this.#committed);
    const gone = await this.#take(next);
    await this.#writing.agree();
    this.#checkScreen(next);
    const now = new Set([...writersWords(this.#text), ...this.#committed]);
    const isStep = next.do === 'undo' || next.do === 'redo';
    for (const word of before)
      if (!gone.includes(word) && (!isStep || committed.has(word)))
        expect([word, now.has(word)], JSON.stringify(next)).toEqual([word, true]);
  }

  /** @returns the writer's words that the step takes out of the text */
  async #take(next: Step): Promise<readonly string[]> {
    const { buffer, tree, manuscript, desk, select, settle, type } = this.#writing;
    const places = this.#places;
    const index = next.at % places.length;
    const from = places[index] ?? 0;
    const finish = async (work?: Promise<unknown>) => {
      await settle();
      await work;
      await settle();
    };
    switch (next.do) {
      case 'type': {
        const to = places[Math.min(places.length - 1, index + next.words)] ?? from;
        const old = this.#text.slice(from, to);
        type(`${this.word('writer')} `, from, to);
        await settle();
        return writersWords(old);
      }
      case 'move':
        select(from);
        await finish(MOVES[next.move](this.#writing, next.at));
        break;
      case 'commit':
        await finish(tree.commit());
        break;
      case 'generate':
        select(from);
        await finish(buffer.commands.generate());
        break;
      case 'suggest': {
        const words = [...this.#text.matchAll(/\S+ \S+ /g)];
        const [old] = words[next.at % Math.max(1, words.length)] ?? [];
        try {
          if (old !== undefined)
            propose(desk, { agentId: this.#agent('muse'), changes: [[old, `${this.word('muse')} `]] });
        } catch (error) {
          // Excluded text is given to no agent.
          if (!(error instanceof AspenError) || error.code !== 'INVALID_ARGUMENT') throw error;
        }
        await settle();
        break;
      }
      case 'accept':
      case 'reject': {
        const undecided = manuscript
          .suggestions()
          .filter(({ state }) => state === 'open' || state === 'conflict');
        const chosen = undecided[next.at % Math.max(1, undecided.length)];
        if (chosen === undefined) break;
        const old = this.#text.slice(chosen.from, chosen.to);
        buffer.proposals.goTo(chosen);
        if (next.do === 'accept') buffer.proposals.accept();
        else buffer.proposals.reject();
        await settle();
        return writersWords(old);
      }
      case 'rewrite':
      case 'bridge': {
        if (next.do === 'bridge') select(from);
        else select(from, places[Math.min(places.length - 1, index + 3)]);
        await finish(next.do === 'bridge' ? buffer.rewrites.bridge() : buffer.rewrites.rewrite('Plainer'));
        await finish(next.at % 3 === 0 ? undefined : buffer.rewrites.keep());
        buffer.rewrites.close();
        await settle();
        break;
      }
      case 'note': {
        const { count } = await desk.segments();
        if (count === 0) break;
        const nodeId = await desk.nodeAt(next.at % count);
        await desk.call('node.annotate', { treeId: desk.treeId, nodeId, text: `Note ${this.#words}` });
        break;
      }
      case 'undo':
      case 'redo':
        manuscript[next.do]();
        await settle();
        break;
      case 'timeline': {
        const { timeline } = buffer;
        timeline.open();
        await settle();
        for (let back = 0; back <= next.at % 4; back += 1) await finish(timeline.step(-1));
        await finish(timeline.restoreAll());
        timeline.close();
        await settle();
        break;
      }
      case 'restart':
      case 'kill':
        await this.#reopen(next.do === 'kill');
        break;
    }
    return [];
  }

  /** Ends the program, and opens what it left: with the same text. */
  async #reopen(isKilled: boolean): Promise<void> {
    const { desk, buffer, settle, vanish, shown } = this.#writing;
    const before = shown();
    let { path } = desk;
    if (isKilled) {
      path = join(temporaryFolder(), 'story.aspen');
      vanish();
      copyFileSync(desk.path, path);
    } else {
      const flushed = buffer.flush();
      await settle();
      await flushed;
      vanish();
      await desk.close();
    }
    this.#starts += 1;
    const again = new HandlersDesk(path, 1_000_000 * this.#starts, desk.journal, desk.backups);
    if (isKilled) {
      await again.grove.start(() => []);
      await desk.close();
    }
    this.#writing = await resumeWriting(again);
    this.#equip();
    const after = this.#writing.shown();
    expect([after.text.replaceAll('|', ''), after.letters]).toEqual([
      before.text.replaceAll('|', ''),
      before.letters,
    ]);
  }

  #checkScreen(next: Step): void {
    const { text, letters } = this.#writing.shown();
    const shown = text.replaceAll('|', '');
    const words = writersWords(shown);
    expect(words.length, `${shown} after ${JSON.stringify(next)}`).toBe(new Set(words).size);
    for (const [index, letter] of [...shown].entries()) {
      const author = authorOf(letter);
      if (author !== null)
        expect([letter, letters[index]], shown).toEqual([letter, author === 'writer' ? 'w' : 'm']);
    }
  }

  /** The file is sound, and each letter in it is its author's. */
  async checkFile(): Promise<void> {
    const { desk } = this.#writing;
    const { violations, nodes, log, records } = await desk.call('grove.verify', {});
    expect({ violations, log, records }).toEqual({ violations: [], log: [], records: [] });
    expect(nodes).toMatchObject({ verdict: 'valid' });
    const { writerId } = desk.grove.snapshot();
    const ids: Record<Author, string> = {
      writer: writerId,
      muse: this.#agent('muse'),
      scribe: this.#agent('scribe'),
    };
    const file = new Database(desk.path, { readonly: true });
    const agents = new Map(
      file
        .prepare<[], { key: number; id: string }>('SELECT key, id FROM agent')
        .all()
        .map(({ key, id }) => [key, id]),
    );
    const rows = file
      .prepare<[], { text: string; authorship: string | null; author: number }>(
        `SELECT text, authorship, author_agent_key AS author FROM node WHERE text IS NOT NULL
         AND id NOT IN (SELECT node.id FROM node JOIN edge ON edge.target_node_key = node.key WHERE edge_type = 'annotation')`,
      )
      .all();
    for (const { text, authorship, author } of rows) {
      const spans = JSON.parse(authorship ?? JSON.stringify([[author, text.length]])) as [number, number][];
      const by = spans.flatMap(([key, length]) => Array.from({ length }, () => agents.get(key)));
      for (const [index, letter] of [...text].entries()) {
        const expected = authorOf(letter);
        if (expected !== null) expect([letter, by[index]], text).toEqual([letter, ids[expected]]);
      }
    }
    file.close();
  }
}

turnClockByHand();

// Longer runs (FC_RUNS) need the long timeout.
describe('whatever a writer does', { timeout: 7_200_000 }, () => {
  it('no word is lost or doubled, and none is credited to another, on the screen and in the file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
        const mix = new Mix(await resumeWriting(new HandlersDesk()));
        await mix.begin();
        for (let word = 0; word < 8; word += 1)
          mix.writing.type(`${mix.word('writer')}${word % 4 === 3 ? '. ' : ' '}`);
        await mix.writing.agree();
        try {
          for (const next of steps) await mix.run(next);
          await mix.checkFile();
        } finally {
          mix.writing.vanish();
          await mix.writing.desk.close();
        }
      }),
      casesFor('failing file'),
    );
  });
});
