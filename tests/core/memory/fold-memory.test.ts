import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AgentId, LocalId, NodeId, PositionId, TreeId, TurnId } from '../../../src/core/ids.ts';
import { actionsInWords } from '../../../src/core/memory/action-words.ts';
import { type FoldedMemory, foldMemory } from '../../../src/core/memory/fold-memory.ts';
import {
  type MemoryStep,
  type Named,
  type NamedPart,
  readStep,
  stepToJson,
} from '../../../src/core/memory/memory-step.ts';
import {
  type RememberedAction,
  stepsOnPath,
  type TurnStep,
  type TurnWithSteps,
} from '../../../src/core/memory/turn-steps.ts';

const ME = 'me' as AgentId;
const OTHER = 'other' as AgentId;
const WRITER = 'writer' as AgentId;
const node = (name: string) => ({ nodeId: `node ${name}` as NodeId, localId: name as LocalId });

function step(memory: MemoryStep | null, rest: Partial<TurnStep> = {}): TurnStep {
  const verb = memory?.verb ?? 'view';
  return {
    ordinal: 0,
    callOrdinal: 0,
    verb,
    outcome: 'done',
    memory,
    isInDocument: false,
    treeId: null,
    startedAt: 0,
    ...rest,
  };
}

const notes = (section: string | null): NamedPart => ({
  documentId: 'doc' as TreeId,
  title: 'Notes',
  section,
});
const idOf = (of: Named) => ('localId' in of ? of.localId : (of.section ?? of.title).toLowerCase());

const NAMES = ['a', 'b', 'c'];
const memorySteps: fc.Arbitrary<MemoryStep> = fc.oneof(
  fc.constantFrom(...NAMES).map((name) => ({ verb: 'pin', of: node(name) }) as const),
  fc
    .record({ label: fc.constantFrom('x', 'y', 'X'), text: fc.constantFrom('One.', node('a')) })
    .map((parts) => ({ verb: 'stash', ...parts }) as const),
  fc.constantFrom('x', 'y', 'z').map((label) => ({ verb: 'recall', label }) as const),
  fc.constantFrom('x', 'y', 'Y').map((label) => ({ verb: 'drop', label }) as const),
  fc.constantFrom(...NAMES).map((name) => ({ verb: 'drop', of: node(name) }) as const),
  fc
    .tuple(fc.boolean(), fc.constantFrom(null, 'Marie', 'marie'))
    .map(
      ([drops, section]): MemoryStep =>
        drops ? { verb: 'drop', of: notes(section) } : { verb: 'pin', of: notes(section) },
    ),
);
const steps: fc.Arbitrary<TurnStep> = fc
  .record({
    memory: fc.option(memorySteps, { freq: 5 }),
    outcome: fc.constantFrom('done', 'done', 'done', 'NOT_FOUND', null),
    callOrdinal: fc.nat(2),
  })
  .map(({ memory, ...rest }) => step(memory, rest));

/** A path of four messages, of which each may have turns; some of these said something, on the path or beside it. */
const PATH = ['p0', 'p1', 'p2', 'p3'].map((id) => id as PositionId);
const path = new Map(PATH.map((position, index) => [position, index]));
const turns: fc.Arbitrary<readonly TurnWithSteps[]> = fc
  .array(
    fc.record({
      agentId: fc.constantFrom(ME, ME, OTHER, WRITER),
      parentId: fc.constantFrom(...PATH, 'beside' as PositionId),
      calls: fc
        .array(fc.constantFrom(null, ...PATH, 'beside' as PositionId), { maxLength: 3 })
        .map((messages) => messages.map((message, ordinal) => ({ ordinal, message }))),
      steps: fc.array(steps, { maxLength: 6 }),
    }),
    { maxLength: 6 },
  )
  .map((all) =>
    all.map((turn, index) => ({
      ...turn,
      turnId: `turn ${index}` as TurnId,
      isByPerson: turn.agentId === WRITER,
    })),
  );

const recall = (all: readonly TurnWithSteps[], id = ME): FoldedMemory =>
  foldMemory(stepsOnPath(all, path, { id, isPerson: id === WRITER }), id);

/** The same, straightforwardly: message by message, turn by turn, in lists. */
function model(all: readonly TurnWithSteps[], id = ME) {
  let pins: string[] = [];
  let stashes: { label: string; recalled: boolean }[] = [];
  const without = (label: string) => stashes.filter((one) => one.label.toLowerCase() !== label.toLowerCase());
  let actions = 0;
  for (const position of PATH)
    for (const turn of all) {
      if (turn.agentId === OTHER && id === ME) continue;
      for (const { memory, outcome, callOrdinal } of turn.steps) {
        const after = turn.calls.slice(callOrdinal).find(({ message }) => message !== null);
        const before = turn.calls.findLast(({ message }) => message !== null);
        if ((after?.message ?? before?.message ?? turn.parentId) !== position) continue;
        if (turn.agentId === id && outcome !== null) actions += 1;
        if (outcome !== 'done' || memory === null) continue;
        if (memory.verb === 'pin') pins = [idOf(memory.of), ...pins.filter((one) => one !== idOf(memory.of))];
        else if (memory.verb === 'stash')
          stashes = [{ label: memory.label, recalled: false }, ...without(memory.label)];
        else if (memory.verb === 'recall') {
          const found = stashes.find((one) => one.label.toLowerCase() === memory.label.toLowerCase());
          if (found !== undefined) stashes = [{ ...found, recalled: true }, ...without(memory.label)];
        } else if ('label' in memory) stashes = without(memory.label);
        else pins = pins.filter((one) => one !== idOf(memory.of));
      }
    }
  const isBack = ({ recalled }: { recalled: boolean }) => recalled;
  const kept = [...stashes.filter(isBack), ...stashes.filter((one) => !isBack(one))];
  return { pins, stashes: kept.map(({ label, recalled }) => [label, recalled]), actions };
}

function shapeOf({ pins, stashes, actions }: FoldedMemory) {
  return {
    pins: pins.map(({ of }) => idOf(of)),
    stashes: stashes.map(({ label, isRecalled }) => [label, isRecalled]),
    actions: actions.length,
  };
}

describe('what is remembered', () => {
  test('law: is what a straightforward model says', () => {
    fc.assert(
      fc.property(turns, fc.constantFrom(ME, WRITER), (all, id) => {
        expect(shapeOf(recall(all, id))).toEqual(model(all, id));
      }),
    );
  });

  test('law: has nothing of a turn that is not on the path, or of another agent', () => {
    fc.assert(
      fc.property(turns, (all) => {
        const seen = all.filter(
          ({ agentId, parentId, calls }) =>
            agentId !== OTHER && (path.has(parentId) || calls.some(({ message }) => message !== null)),
        );
        expect(recall(all)).toEqual(recall(seen));
      }),
    );
  });

  test('law: comes back as it is from the trace', () => {
    fc.assert(
      fc.property(memorySteps, (memory) => {
        expect(readStep(stepToJson(memory))).toEqual(memory);
      }),
    );
    for (const odd of [
      null,
      'pin',
      ['pin'],
      { verb: 'pin' },
      { verb: 'pin', node: 'a' },
      { verb: 'stash', label: 'x' },
    ])
      expect(readStep(odd)).toBeNull();
  });

  test('follows the reply that was chosen: a pin goes with what was said after it', () => {
    const turn = (message: string | null, memory: MemoryStep): TurnWithSteps => ({
      turnId: `turn ${message}` as TurnId,
      agentId: ME,
      isByPerson: false,
      parentId: 'p1' as PositionId,
      calls: [
        { ordinal: 0, message: null },
        { ordinal: 1, message: message as PositionId | null },
      ],
      steps: [step(memory)],
    });
    const first = turn('p2', { verb: 'pin', of: node('a') });
    const again = turn('beside', { verb: 'pin', of: node('b') });
    const silent = turn(null, { verb: 'pin', of: node('c') });
    expect(shapeOf(recall([first, again, silent])).pins).toEqual(['a', 'c']);
    const answering = new Map([...path].filter(([position]) => position < 'p2'));
    const memory = foldMemory(stepsOnPath([first, again], answering, { id: ME, isPerson: false }), ME);
    expect(memory.pins).toEqual([]);
  });
});

test('actions are put in words, those of a kind together', () => {
  const act = (verb: string | null, about: string | null, rest: Partial<RememberedAction> = {}) => ({
    ...step(null, { verb }),
    turnId: 'turn' as TurnId,
    agentId: ME,
    isByPerson: false,
    about: about as LocalId | null,
    document: null,
    count: null,
    line: '',
    result: '',
    isOfDocument: false,
    isWithheld: false,
    ...rest,
  });
  expect(
    actionsInWords([
      act('view', 'a7x2bc'),
      act('view', 'b3k9qq'),
      act('annotate', 'b3k9qq'),
      act('continue', 'b3k9qq', { count: 2 }),
      act('stash', null, { memory: { verb: 'stash', label: 'marie', text: '' } }),
      act('view', 'xyz999', { outcome: 'NOT_FOUND' }),
      act(null, null, { outcome: 'INVALID_SYNTAX' }),
      act('tree', null),
      act('write', null, { document: 'character notes' }),
    ]),
  ).toBe(
    'viewed [a7x2bc], [b3k9qq] · annotated [b3k9qq] · continued from [b3k9qq] (2 results) · stashed “marie” · tried view [xyz999] (NOT_FOUND) · tried what is no command (INVALID_SYNTAX) · read the tree · wrote in doc:"character notes"',
  );
});
