import { Transaction } from '@codemirror/state';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentId, NodeId, PositionId } from '../../../../src/core/ids.ts';
import type { SuggestionRef } from '../../../../src/core/proposals/places.ts';
import { wholeSpans } from '../../../../src/core/text/span.ts';
import { textAuthors } from '../../../../src/renderer/editor/marks/authorship.ts';
import type {
  ChangeRecording,
  SuggestionNow,
  SuggestionToShow,
} from '../../../../src/renderer/proposal-surface.ts';
import { casesFor } from '../../../helpers/fast-check-runs.ts';
import {
  contentOf,
  letters,
  MODEL,
  node,
  type Opened,
  OTHER_MODEL,
  openManuscript,
} from '../open-manuscript.ts';
import { proposalOf } from './propose.ts';

/** Sentences of which every character occurs once, so that each tells where it belongs and who wrote it. */
const SENTENCES = ['ABCDEFGHIJ', 'KLMNOPQRST', 'UVWXYZÄÖÜß', '0123456789'] as const;
const TEXT = SENTENCES.join('');
const REFRAIN = 'Row a boat';

/** The same in a text whose sentences are all alike. What the writer types and what agents insert stays as it is. */
function asRefrain(text: string): string {
  return [...text].map((character) => refrainOf(TEXT.indexOf(character)) ?? character).join('');
}

const refrainOf = (index: number) => (index < 0 ? undefined : REFRAIN.charAt(index % REFRAIN.length));

/** The first sentence is the writer’s, two are the models’, half of each, and a model’s follows. */
const NODES = [
  ['0', TEXT.slice(0, 10), undefined],
  ['1', TEXT.slice(10, 25), MODEL],
  ['2', TEXT.slice(25, 40), OTHER_MODEL],
] as const;

const AUTHORS: readonly (readonly [RegExp, string])[] = [
  [/[α-μK-Y]/u, 'm'],
  [/[ν-ωÄÖÜß0-9ZЀ-ӿ]/u, 'o'],
];
const authorOf = (character: string) => AUTHORS.find(([script]) => script.test(character))?.[1] ?? 'w';

interface Made {
  readonly sentence: number;
  readonly from: number;
  readonly to: number;
  readonly inserted: string;
  readonly agentId: AgentId;
}

/** Two in one sentence are by two agents. */
const MADE: readonly Made[] = [
  { sentence: 0, from: 3, to: 6, inserted: 'αβ', agentId: MODEL },
  { sentence: 1, from: 0, to: 4, inserted: 'γδεζ', agentId: MODEL },
  { sentence: 1, from: 3, to: 7, inserted: 'ν', agentId: OTHER_MODEL },
  { sentence: 2, from: 5, to: 5, inserted: 'ξο', agentId: OTHER_MODEL },
  { sentence: 3, from: 6, to: 10, inserted: '', agentId: OTHER_MODEL },
];

function shownOf(made: Made, ordinal: number): SuggestionToShow {
  const sentence = SENTENCES[made.sentence] ?? '';
  return {
    proposalId: proposalOf(made.agentId),
    ordinal,
    agentId: made.agentId,
    agentName: made.agentId,
    from: 10 * made.sentence + made.from,
    to: 10 * made.sentence + made.to,
    removed: sentence.slice(made.from, made.to),
    inserted: made.inserted,
    before: sentence.slice(0, made.from),
    after: sentence.slice(made.to),
    unsure: false,
    decision: 'open',
  };
}

const SHOWN = MADE.map(shownOf);
const wholeOf = ({ before, removed, after }: SuggestionToShow) => before + removed + after;

const which = fc.nat(MADE.length - 1);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      at: fc.nat(99),
      length: fc.oneof(fc.constant(0), fc.nat(12)),
      insert: fc.constantFrom('', 'a', 'bc'),
      joined: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('undo' as const, 'undo' as const, 'redo' as const) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('accept' as const), which: fc.uniqueArray(which) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reject' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('record' as const, 'show' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('commit' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('append' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch' as const), keep: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('others' as const), at: fc.nat(99), length: fc.nat(2) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const ARRIVING = 'бвгдежзий';

/** A manuscript with suggestions, and what main would answer to a request for them. */
class Desk {
  readonly opened: Opened;
  readonly #asIs: (text: string) => string;
  #recording: { readonly since: ChangeRecording; readonly answer: readonly SuggestionToShow[] } | null = null;
  #arrived = 0;
  #committed = 0;

  constructor(asIs: (text: string) => string) {
    this.#asIs = asIs;
    this.opened = openManuscript(contentOf(NODES.map(([id, text, agent]) => node(id, asIs(text), agent))));
    this.record(SHOWN);
    this.show();
  }

  get text(): string {
    return this.opened.view.state.doc.toString();
  }

  get authors(): string {
    return letters(this.opened.spans());
  }

  now(id: SuggestionRef): SuggestionNow | undefined {
    return this.opened.manuscript
      .suggestions()
      .find(({ proposalId, ordinal }) => proposalId === id.proposalId && ordinal === id.ordinal);
  }

  record(answer: readonly SuggestionToShow[]): void {
    this.#recording?.since.stop();
    this.#recording = { since: this.opened.manuscript.recordChanges(), answer };
  }

  show(): void {
    const shown = this.#recording?.answer.map((one) => ({
      ...one,
      ...Object.fromEntries(
        (['before', 'removed', 'inserted', 'after'] as const).map((part) => [part, this.#asIs(one[part])]),
      ),
    }));
    if (this.#recording !== null && shown !== undefined)
      this.opened.manuscript.showSuggestions(shown, this.#recording.since);
    this.#recording = null;
  }

  do(action: Exclude<Step, { do: 'accept' | 'record' }>): void {
    const { manuscript, view, type } = this.opened;
    const { length } = view.state.doc;
    if (action.do === 'type') {
      const from = action.at % (length + 1);
      type(from, Math.min(length, from + action.length), action.insert, action.joined ? 'input.type' : 'x');
    } else if (action.do === 'undo') manuscript.undo();
    else if (action.do === 'redo') manuscript.redo();
    else if (action.do === 'reject') manuscript.rejectSuggestions([SHOWN[action.which] as SuggestionRef]);
    else if (action.do === 'show') this.show();
    else if (action.do === 'commit') this.#commit();
    else if (action.do === 'others') {
      const from = action.at % (length + 1);
      const insert = this.#arriving().text;
      view.dispatch({
        changes: { from, to: Math.min(length, from + action.length), insert },
        annotations: [
          Transaction.addToHistory.of(false),
          textAuthors.of([{ at: from, spans: wholeSpans(OTHER_MODEL, insert.length) }]),
        ],
      });
    } else if (action.do === 'append') manuscript.append(this.#arriving());
    else if (action.do === 'switch')
      manuscript.replaceTail(action.keep, [this.#arriving()], { caret: 'keep' });
  }

  accept(ids: readonly SuggestionRef[]): void {
    this.opened.manuscript.acceptSuggestions(ids, 'keep');
  }

  #arriving() {
    const text = ARRIVING.charAt(this.#arrived % ARRIVING.length);
    this.#arrived += 1;
    return node(`arrived-${this.#arrived}`, text, OTHER_MODEL);
  }

  /** As the session does. */
  #commit(): void {
    const { manuscript, events } = this.opened;
    const from = events.length;
    manuscript.seal();
    for (const event of events.slice(from)) {
      if (event.kind !== 'sealed') continue;
      this.#committed += 1;
      const segments = event.segments.map(({ segmentId }, index) => {
        const id = `committed-${this.#committed}-${index}`;
        return { segmentId, nodeId: id as NodeId, positionId: id as PositionId };
      });
      manuscript.applyCommit({ seal: event.seal, segments });
    }
  }
}

/** The answer of main about the text now: exact where a sentence stands, and where the manuscript has it otherwise. */
function answerOf(desk: Desk): readonly SuggestionToShow[] {
  return SHOWN.flatMap((shown) => {
    const now = desk.now(shown);
    const at = desk.text.indexOf(wholeOf(shown));
    if (now?.state === 'accepted' || now?.state === 'rejected')
      return [{ ...shown, from: now.from, to: now.to, decision: now.state }];
    if (at >= 0) {
      const from = at + shown.before.length;
      return [{ ...shown, from, to: from + shown.removed.length }];
    }
    return now === undefined ? [] : [{ ...shown, from: now.from, to: now.to }];
  });
}

function run(steps: readonly Step[]): void {
  document.body.replaceChildren();
  const [unique, refrain] = [new Desk((text) => text), new Desk(asRefrain)];
  /** Those whose text the refrain has by coincidence: typed again, or of another sentence. */
  const coincidences = new Set<number>();
  /** Those that were a conflict when they were read or others changed the text: undo may not know their place. */
  const lost = new Set<number>();
  for (const action of steps) {
    if (action.do === 'record') {
      const answer = answerOf(unique);
      for (const desk of [unique, refrain]) desk.record(answer);
    } else if (action.do === 'accept') {
      const ids = action.which
        .map((index) => SHOWN[index] as SuggestionToShow)
        .filter((shown) => unique.now(shown)?.state === refrain.now(shown)?.state);
      const text = unique.text;
      const before = ids.map((shown) => ({ shown, now: unique.now(shown) }));
      for (const desk of [unique, refrain]) desk.accept(ids);
      let expected = text;
      for (const { shown, now } of before.toSorted((a, b) => (b.now?.from ?? 0) - (a.now?.from ?? 0))) {
        if (now === undefined || now.state === 'accepted' || unique.now(shown)?.state !== 'accepted')
          continue;
        if (now.state === 'open') expect(text.slice(now.from, now.to)).toBe(shown.removed);
        expected = expected.slice(0, now.from) + shown.inserted + expected.slice(now.to);
      }
      expect(unique.text).toBe(expected);
    } else for (const desk of [unique, refrain]) desk.do(action);

    expect(refrain.text).toBe(asRefrain(unique.text));
    expect(unique.authors).toBe([...unique.text].map(authorOf).join(''));
    expect(refrain.authors).toBe(unique.authors);
    for (const [index, shown] of SHOWN.entries()) {
      const [one, other] = [unique.now(shown), refrain.now(shown)];
      const isElsewhere = one === undefined ? other !== undefined : one.state === 'conflict';
      if (isElsewhere && other?.state !== one?.state) coincidences.add(index);
      const isRead = action.do === 'show' || action.do === 'others';
      if (one?.state === 'conflict' && isRead) lost.add(index);
      const at = unique.text.indexOf(wholeOf(shown));
      const isUndecided = one !== undefined && one.state !== 'accepted' && one.state !== 'rejected';
      if (isUndecided && at >= 0 && !lost.has(index))
        expect(one).toMatchObject({ state: 'open', from: at + shown.before.length });
      if (one?.state !== 'conflict' && !coincidences.has(index)) expect(other).toEqual(one);
    }
  }
  for (const { opened } of [unique, refrain]) opened.manuscript.destroy();
}

afterEach(() => document.body.replaceChildren());

/** Each case takes every step in two editors. */
const cases = casesFor('rendering');

describe('suggestions, whatever happens', { timeout: 600_000 }, () => {
  it('are where they belong, with their authors, in a refrain as well', () => {
    fc.assert(fc.property(fc.array(step, { maxLength: 20, size: 'max' }), run), {
      ...cases,
      numRuns: Math.ceil(cases.numRuns / 3),
    });
  });
});
