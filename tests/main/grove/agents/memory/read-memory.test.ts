import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AgentId, PositionId, TurnId } from '../../../../../src/core/ids.ts';
import type { OperationalMemory } from '../../../../../src/core/memory/fold-memory.ts';
import { type MemoryStep, stepToJson } from '../../../../../src/core/memory/memory-step.ts';
import { readMemory, rememberedIn } from '../../../../../src/main/grove/agents/memory/read-memory.ts';
import { TextGate } from '../../../../../src/main/grove/agents/text-gate.ts';
import {
  addAction,
  addCall,
  addTurn,
  finishTurn,
  markUndone,
} from '../../../../../src/main/store/tables/agent-turns.ts';
import { casesFor } from '../../../../helpers/fast-check-runs.ts';
import { plantGrove } from '../../../../helpers/grove.ts';

/** A conversation that divides after its second message, and turns in it. */
function open() {
  const grove = plantGrove({ mode: 'dialogue' });
  const { store, idsAndClock, tree, root, human, model } = grove;
  const ask = grove.continue(root, 'Who is there?');
  const reply = grove.continue(ask.positionId, 'I am.', { authorId: model, authorType: 'model' });
  const other = grove.continue(ask.positionId, 'Nobody.', {
    authorId: model,
    authorType: 'model',
    follow: false,
  });
  const nodes = [ask, reply, other];
  /** A turn after the first message; `said` is its reply. */
  const act = (agentId: AgentId, said: typeof reply | null, steps: readonly MemoryStep[]): TurnId => {
    const id = idsAndClock.newId() as TurnId;
    const startedAt = idsAndClock.now();
    store.transact((tx) => {
      const turn = { id, treeId: tree.id, agentId, parentId: ask.positionId, startedAt };
      addTurn(tx, { ...turn, state: 'running', used: {}, endedAt: null, undoneAt: null });
      addCall(tx, id, { ordinal: 0, responseId: null, nodeId: null });
      addCall(tx, id, { ordinal: 1, responseId: null, nodeId: said?.id ?? null });
      for (const [ordinal, step] of steps.entries())
        addAction(tx, id, {
          ordinal,
          callOrdinal: 0,
          from: 0,
          to: 0,
          line: `→ ${step.verb}`,
          command: stepToJson(step),
          treeId: tree.id,
          approval: null,
          outcome: 'done',
          result: '✓',
          inverse: null,
          logSeq: null,
          startedAt,
          tookMs: 1,
        });
      finishTurn(tx, id, { state: 'done', used: {}, endedAt: startedAt });
    });
    return id;
  };
  const undo = (turnId: TurnId, isUndone: boolean) =>
    store.transact((tx) => markUndone(tx, turnId, isUndone ? idsAndClock.now() : null));
  const memoryAt = (at: PositionId): OperationalMemory =>
    readMemory(store, tree.id, at, {
      id: model,
      isPerson: false,
      readsDocuments: true,
      gate: new TextGate(store, true),
    });
  return { ...grove, nodes, reply, other, act, undo, memoryAt, human };
}

/** Without the ids of turns, which are not the same in two files. */
const shapeOf = ({ pins, stashes, actionCount, lastActions }: OperationalMemory) => ({
  actionCount,
  pins,
  stashes,
  lastActions: lastActions.map(({ verb }) => verb),
});

test('law: undoing a turn leaves what is remembered without it, and redo what was', () => {
  const step = fc.record({
    verb: fc.constantFrom(
      'pin' as const,
      'stash' as const,
      'recall' as const,
      'unpin' as const,
      'drop' as const,
    ),
    node: fc.nat(2),
    label: fc.constantFrom('rain', 'snow'),
  });
  const turns = fc.array(
    fc.record({
      isWriter: fc.boolean(),
      said: fc.constantFrom('reply', 'other', null),
      steps: fc.array(step),
    }),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(turns, fc.nat(), (turns, nth) => {
      const undone = nth % turns.length;
      const write = (grove: ReturnType<typeof open>, isKept: (index: number) => boolean) =>
        turns.map(({ isWriter, said, steps }, index) => {
          if (!isKept(index)) return null;
          const memory = steps.map(({ verb, node, label }): MemoryStep => {
            const { id = expect.unreachable(), localId } = grove.nodes[node] ?? expect.unreachable();
            const of = { nodeId: id, localId };
            if (verb === 'pin') return { verb, of };
            if (verb === 'unpin') return { verb: 'drop', of };
            if (verb === 'stash') return { verb, label, text: `Text ${node}.` };
            return verb === 'drop' ? { verb, label } : { verb, label };
          });
          const message = isWriter || said === null ? null : grove[said];
          return grove.act(isWriter ? grove.human : grove.model, message, memory);
        });
      const [grove, without] = [open(), open()];
      const written = write(grove, () => true);
      write(without, (index) => index !== undone);
      for (const name of ['reply', 'other'] as const) {
        const at = grove[name].positionId;
        const before = grove.memoryAt(at);
        grove.undo(written[undone] ?? expect.unreachable(), true);
        expect(shapeOf(grove.memoryAt(at))).toEqual(shapeOf(without.memoryAt(without[name].positionId)));
        grove.undo(written[undone] ?? expect.unreachable(), false);
        expect(grove.memoryAt(at)).toEqual(before);
      }
    }),
    casesFor('file'),
  );
});

test('a pin of what is no longer in the file is named, and one that is pruned is found, but not its text by models', () => {
  const grove = open();
  const { store, idsAndClock, tree, root, human } = grove;
  const hidden = grove.continue(root, 'Hush.', { pruned: true, follow: false });
  const findFor = (isForModel: boolean) =>
    rememberedIn(store, { writerId: human, readsDocuments: true, gate: new TextGate(store, isForModel) });
  const find = findFor(false);
  const of = { nodeId: hidden.id, localId: hidden.localId };
  expect(find(of)).toMatchObject({ text: 'Hush.', isHidden: true, isUnsent: false });
  expect(findFor(true)(of)).toMatchObject({ text: '', isHidden: true, isUnsent: true });
  expect(find({ nodeId: idsAndClock.newId() as typeof hidden.id, localId: hidden.localId })).toBeUndefined();
  expect(find({ documentId: tree.id, title: 'A tree', section: null })).toBeUndefined();
});
