import { describe, expect, test } from 'vitest';
import type { Draft } from '../../../../src/core/buffer/draft.ts';
import type { AgentId, NodeId, PositionId } from '../../../../src/core/ids.ts';
import { deleteDraft, findDraft, saveDraft } from '../../../../src/main/store/tables/drafts.ts';
import { dumpGrove, openGrove, plantGrove } from '../../../helpers/grove.ts';
import { refusal } from '../../../helpers/refusal.ts';

describe('a draft', () => {
  test('is the same after the file is reopened', () => {
    const grove = plantGrove();
    const { store, tree, human, model, root } = grove;
    const [first, second] = grove.chain(root, ['Once ', 'there was']);
    if (!first || !second) throw new Error('two nodes');
    const draft: Draft = {
      head: second.positionId,
      buffer: { text: 'typed \0\u2028🏰 "quoted"', spans: [{ agent: human, length: 19 }] },
      edits: [
        { nodeId: first.id, text: '', spans: [] },
        {
          nodeId: second.id,
          text: 'there is',
          spans: [
            { agent: model, length: 6 },
            { agent: human, length: 2, inferred: true },
          ],
          changes: [{ from: 6, to: 9, insert: 'is' }],
        },
      ],
    };
    store.transact((tx) => saveDraft(tx, tree.id, human, draft));
    store.close();
    expect(findDraft(openGrove(store.path), tree.id, human)).toEqual(draft);
  });

  test('replaces the previous one, and can be deleted', () => {
    const { store, tree, human, root } = plantGrove();
    const typed = (text: string): Draft => ({
      head: root,
      buffer: { text, spans: text === '' ? [] : [{ agent: human, length: text.length }] },
      edits: [],
    });
    expect(findDraft(store, tree.id, human)).toBeUndefined();
    store.transact((tx) => saveDraft(tx, tree.id, human, typed('a')));
    store.transact((tx) => saveDraft(tx, tree.id, human, typed('ab')));
    expect(findDraft(store, tree.id, human)).toEqual(typed('ab'));
    store.transact((tx) => deleteDraft(tx, tree.id, human));
    store.transact((tx) => deleteDraft(tx, tree.id, human));
    expect(findDraft(store, tree.id, human)).toBeUndefined();
  });

  test('belongs to one agent', () => {
    const { store, tree, human, model, root } = plantGrove();
    const draft: Draft = {
      head: root,
      buffer: { text: 'a', spans: [{ agent: human, length: 1 }] },
      edits: [],
    };
    store.transact((tx) => saveDraft(tx, tree.id, human, draft));
    expect(findDraft(store, tree.id, model)).toBeUndefined();
  });

  const cases: readonly (readonly [string, string, (draft: Draft, id: string) => Draft])[] = [
    ['if its head is missing', 'NOT_FOUND', (draft, id) => ({ ...draft, head: id as PositionId })],
    [
      'if it edits a missing node',
      'NOT_FOUND',
      (draft, id) => ({ ...draft, edits: [{ nodeId: id as NodeId, text: '', spans: [] }] }),
    ],
    [
      'if spans do not add up',
      'INVALID_ARGUMENT',
      (draft) => ({ ...draft, buffer: { text: 'longer', spans: draft.buffer.spans } }),
    ],
    [
      'if a text is not well-formed Unicode',
      'INVALID_ARGUMENT',
      (draft) => ({ ...draft, buffer: { text: '\uD83C', spans: draft.buffer.spans } }),
    ],
    [
      'if a span names a missing agent',
      'NOT_FOUND',
      (draft, id) => ({ ...draft, buffer: { text: 'a', spans: [{ agent: id as AgentId, length: 1 }] } }),
    ],
  ];

  test.each(cases)('is refused, and the previous one kept, %s', (_, code, changed) => {
    const { store, tree, human, root, idsAndClock } = plantGrove();
    const draft: Draft = {
      head: root,
      buffer: { text: 'a', spans: [{ agent: human, length: 1 }] },
      edits: [],
    };
    store.transact((tx) => saveDraft(tx, tree.id, human, draft));
    const before = dumpGrove(store);
    const save = () =>
      store.transact((tx) => saveDraft(tx, tree.id, human, changed(draft, idsAndClock.newId())));
    expect(refusal(save)).toMatchObject({ code });
    expect(dumpGrove(store)).toEqual(before);
  });
});
