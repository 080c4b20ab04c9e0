import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AgentId, NodeId, ResponseId } from '../../../src/core/ids.ts';
import { answerRuns, type EditedVersion } from '../../../src/core/rewrites/answer-runs.ts';
import { divideAnswer } from '../../../src/core/rewrites/divide-answer.ts';
import { ReplacementReader } from '../../../src/core/rewrites/replacement-reader.ts';
import { spliceSpans, wholeSpans } from '../../../src/core/text/span.ts';
import type { Seam } from '../../../src/core/tree/tree-node.ts';
import { MODEL, WRITER } from '../../helpers/arbitrary-text.ts';
import '../../helpers/fast-check-runs.ts';

const OTHER = 'another model' as AgentId;
const NO_SEAM: Seam = { promptTrimmed: 0, answerTrimmed: 0 };

interface Written extends EditedVersion {
  /** The answer it came with. */
  readonly raw: string;
}

function write(author: AgentId, text: string, seam: Seam | null = NO_SEAM): Written {
  return {
    id: 'v0' as NodeId,
    authorId: author,
    responseId: author === WRITER ? null : ('answer' as ResponseId),
    seam: author === WRITER ? null : seam,
    editedFrom: null,
    content: { type: 'text', text },
    spans: wholeSpans(author, text.length),
    raw: author === WRITER ? '' : text,
  };
}

const textOf = ({ content }: Written) => (content.type === 'text' ? content.text : '');

function nextTo(
  old: Written,
  version: Pick<Written, 'authorId' | 'responseId' | 'seam' | 'spans' | 'raw'>,
  text: string,
): Written {
  const id = `v${Number(old.id.slice(1)) + 1}` as NodeId;
  return { ...version, id, editedFrom: old.id, content: { type: 'text', text } };
}

/** The writer types over a part of the text. */
function type(old: Written, from: number, to: number, insert: string): Written {
  const text = textOf(old).slice(0, from) + insert + textOf(old).slice(to);
  const spans = spliceSpans(old.spans, from, to, wholeSpans(WRITER, insert.length));
  return nextTo(old, { authorId: WRITER, responseId: null, seam: null, spans, raw: '' }, text);
}

/** A model rewrites a part of the text. @returns null if that changes nothing */
function rewrite(old: Written, from: number, to: number, author: AgentId, raw: string): Written | null {
  const text = textOf(old);
  const place = {
    before: text.slice(0, from),
    replaced: text.slice(from, to),
    after: text.slice(to),
    isChat: true,
  };
  const reader = new ReplacementReader(place);
  const shown = reader.read(raw) + reader.end();
  if (shown === '') return null;
  const part = { nodeId: old.id, text, spans: old.spans, from, to };
  const [made] = divideAnswer([part], { text: shown, ranges: reader.seam.ranges }, author);
  if (made === undefined) return null;
  const seam = { ...reader.seam, ranges: made.ranges };
  return nextTo(
    old,
    { authorId: author, responseId: 'answer' as ResponseId, seam, spans: made.spans, raw },
    made.text,
  );
}

function get(version: Written | null): Written {
  if (version === null) throw new Error('nothing was rewritten');
  return version;
}

/** `[v1:strolled] home`: which version each run is from, or whose it is. */
function show(...versions: readonly Written[]): string {
  const [node] = versions;
  if (node === undefined) return '';
  return answerRuns(versions)
    .map(({ from, to, agent, nodeId }) => `[${nodeId ?? agent}:${textOf(node).slice(from, to)}]`)
    .join('');
}

describe('the runs of a text', () => {
  const first = write(MODEL, 'He walked home in the cold rain.');

  test('are one for what came with one answer, and none are from an answer that a person wrote', () => {
    expect(show(first)).toBe('[v0:He walked home in the cold rain.]');
    expect(show(write(WRITER, 'He walked.'))).toBe('[writer:He walked.]');
    expect(show(write(MODEL, ''))).toBe('');
    expect(show()).toBe('');
  });

  test('of a rewrite are its own, and what it kept', () => {
    const second = get(rewrite(first, 3, 14, OTHER, 'strolled home'));
    expect(show(second, first)).toBe('[v0:He ][v1:strolled][v0: home in the cold rain.]');
    const third = get(
      rewrite(second, 0, textOf(second).length, MODEL, 'He strolled there in the cold wind.'),
    );
    expect(show(third, second, first)).toBe(
      '[v0:He ][v1:strolled][v0: ][v2:there][v0: in the cold ][v2:wind][v0:.]',
    );
  });

  test('of a rewrite by the same model are told apart', () => {
    const second = get(rewrite(first, 3, 9, MODEL, 'strolled'));
    expect(show(second, first)).toBe('[v0:He ][v1:strolled][v0: home in the cold rain.]');
  });

  test('of a bridge have the spaces added with it', () => {
    const text = write(WRITER, 'It rained.Then');
    expect(show(get(rewrite(text, 10, 10, MODEL, 'He slept.')), text)).toBe(
      '[writer:It rained.][v1: He slept. ][writer:Then]',
    );
  });

  test('are found under what a person typed, and not where a person typed the same', () => {
    const second = type(first, 3, 9, 'ran');
    expect(show(second, first)).toBe('[v0:He ][writer:ran][v0: home in the cold rain.]');
    const third = type(type(first, 3, 9, ''), 3, 3, 'walked');
    expect(show({ ...third, editedFrom: first.id }, first)).toBe(
      '[v0:He ][writer:walked][v0: home in the cold rain.]',
    );
  });

  test('are from no answer that is known if the versions before are missing', () => {
    const second = get(rewrite(first, 3, 9, OTHER, 'strolled'));
    expect(show(second)).toBe('[model:He ][v1:strolled][model: home in the cold rain.]');
  });

  test('of an agent’s command that writes a whole text are all that its agent wrote', () => {
    const seam = { ...NO_SEAM, ranges: [{ from: 9, to: 18 }] };
    const spans = [
      { agent: MODEL, length: 3, inferred: true as const },
      { agent: OTHER, length: 6, inferred: true as const },
    ];
    const second = nextTo(
      first,
      { authorId: OTHER, responseId: 'answer' as ResponseId, seam, spans, raw: '' },
      'He slept.',
    );
    expect(show(second, first)).toBe('[v0:He ][v1:slept.]');
  });

  test('need each version that was edited', () => {
    const second = type(first, 3, 9, 'ran');
    expect(() => show(type(second, 0, 0, 'So '), first)).toThrow('was not edited from');
  });
});

describe('for any rewrites and edits', () => {
  const WORDS = 'the tower stood on a hill nobody went there 🏰 old, cold. “Who?” don’t 漢字'.split(' ');
  const anyProse = fc
    .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 })
    .map((words) => words.join(' '));
  const anyStep = fc.record({
    author: fc.constantFrom(WRITER, MODEL, OTHER),
    from: fc.nat(),
    to: fc.nat(),
    text: anyProse,
  });
  const anyVersions = fc
    .record({
      author: fc.constantFrom(WRITER, MODEL),
      text: anyProse,
      steps: fc.array(anyStep, { maxLength: 5 }),
    })
    .map(({ author, text, steps }) => {
      const versions = [write(author, text)];
      for (const step of steps) {
        const old = versions[0] ?? write(author, text);
        const characters = [...textOf(old)];
        const place = (at: number) => characters.slice(0, at % (characters.length + 1)).join('').length;
        const [from = 0, to = 0] = [place(step.from), place(step.to)].toSorted((a, b) => a - b);
        const made =
          step.author === WRITER
            ? type(old, from, to, step.text)
            : rewrite(old, from, to, step.author, step.text);
        if (made !== null) versions.unshift(made);
      }
      return versions;
    });

  function isWithin(part: string, whole: string): boolean {
    let at = 0;
    return [...part].every((character) => {
      at = whole.indexOf(character, at) + character.length;
      return at >= character.length;
    });
  }

  test('the runs cover the text with its agents, and each is in its answer', () => {
    fc.assert(
      fc.property(anyVersions, (versions) => {
        const [node] = versions;
        if (node === undefined) throw new Error('no version');
        const runs = answerRuns(versions);
        let reached = 0;
        let rest = node.spans.flatMap(({ agent, length }) => Array.from({ length }, () => agent));
        for (const { from, to, agent, nodeId } of runs) {
          expect(from).toBe(reached);
          expect(to).toBeGreaterThan(from);
          expect(new Set(rest.slice(0, to - from))).toEqual(new Set([agent]));
          rest = rest.slice(to - from);
          reached = to;
          if (nodeId === null) continue;
          const version = versions.find(({ id }) => id === nodeId);
          expect(version?.authorId).toBe(agent);
          expect(isWithin(textOf(node).slice(from, to).trim(), version?.raw ?? '')).toBe(true);
        }
        expect(reached).toBe(textOf(node).length);
        expect(runs.some(({ agent, nodeId }) => agent === WRITER && nodeId !== null)).toBe(false);
      }),
    );
  });

  test('the runs of the last answer are exactly those recorded', () => {
    fc.assert(
      fc.property(anyVersions, (versions) => {
        const [node] = versions;
        if (node?.seam?.ranges === undefined) return;
        const own = answerRuns(versions).filter(({ nodeId }) => nodeId === node.id);
        for (const { from = 0, to = 0, at = 0 } of node.seam.ranges) {
          expect(own.some((run) => run.from <= at && at + to - from <= run.to)).toBe(true);
        }
        const recorded = node.seam.ranges.reduce((sum, { from, to }) => sum + to - from, 0);
        const added = Number(node.seam.spaceAdded === true) + Number(node.seam.spaceAddedAfter === true);
        expect(own.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(recorded + added);
      }),
    );
  });
});
