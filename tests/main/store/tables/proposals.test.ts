import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { ProposalId, TurnId } from '../../../../src/core/ids.ts';
import { defineQuery, NONE } from '../../../../src/main/store/connection/query.ts';
import { addCall, addTurn } from '../../../../src/main/store/tables/agent-turns.ts';
import {
  findProposal,
  insertProposal,
  listProposals,
} from '../../../../src/main/store/tables/proposals/proposals.ts';
import {
  decideSuggestions,
  listPlacedSuggestions,
  listProposalUsage,
  savePlaces,
  setCommittedNode,
} from '../../../../src/main/store/tables/proposals/suggestions.ts';
import { plantGrove } from '../../../helpers/grove.ts';
import { newProposal, newSuggestion, writeProposal } from '../../../helpers/proposals.ts';
import { refusal } from '../../../helpers/refusal.ts';

/** A manuscript about a castle, and who proposes to change it. */
function plant() {
  const grove = plantGrove();
  const { store, tree, model, root, idsAndClock } = grove;
  const [first] = grove.chain(root, ['Once there was a castle.']);
  if (!first) throw new Error('a chain');
  const whose = { treeId: tree.id, agentId: model };
  const suggestions = [
    newSuggestion(first.id, 17),
    newSuggestion(null, 3, {
      ordinal: 1,
      unsure: true,
      places: [
        { nodeId: first.id, from: 20, to: 24 },
        { nodeId: null, from: 0, to: 2 },
      ],
    }),
  ];
  const write = (more = {}) => writeProposal(store, idsAndClock, whose, { suggestions, ...more });
  return { ...grove, first, whose, suggestions, write };
}

const REFUSAL = {
  reason: 'ambiguous',
  hunk: 2,
  hunks: 3,
  header: '@@',
  expected: 'a',
  actual: null,
} as const;

describe('a proposal', () => {
  test('is read as it was written', () => {
    const { store, write, human } = plant();
    const open = write({ askedBy: human, instruction: 'Smaller.' });
    const refused = write({
      state: 'refused',
      refusal: REFUSAL,
      suggestions: [],
      closedAt: 7,
      latencyMs: null,
    });
    expect(findProposal(store, open.id)).toEqual({ ...open, message: null });
    expect(findProposal(store, refused.id)).toEqual({ ...refused, message: null });
    expect(findProposal(store, 'none' as ProposalId)).toBeUndefined();
  });

  test('of a tree that is not in the file is refused', () => {
    const { store, idsAndClock, whose } = plant();
    const elsewhere = newProposal(idsAndClock, {
      ...whose,
      treeId: idsAndClock.newId() as typeof whose.treeId,
    });
    expect(refusal(() => store.transact((tx) => insertProposal(tx, elsewhere)))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('is listed newest first: every open one, and the newest others', () => {
    const { store, tree, write } = plant();
    const [oldOpen, oldClosed, newClosed, newOpen] = ['open', 'closed', 'closed', 'open'].map(
      (state) => write({ state }).id,
    );
    const ids = (limit: number) => listProposals(store, tree.id, limit).map(({ id }) => id);
    expect(ids(1)).toEqual([newOpen, newClosed, oldOpen]);
    expect(ids(9)).toEqual([newOpen, newClosed, oldClosed, oldOpen]);
  });

  test('names the message of the turn that made it', () => {
    const { store, tree, first, whose, idsAndClock, write } = plant();
    const { id, responseId } = write();
    store.transact((tx) => {
      const turnId = idsAndClock.newId() as TurnId;
      const times = { startedAt: 1, endedAt: null, undoneAt: null };
      addTurn(tx, { id: turnId, ...whose, parentId: first.positionId, state: 'running', used: {}, ...times });
      addCall(tx, turnId, { ordinal: 0, responseId, nodeId: first.id });
    });
    expect(findProposal(store, id)?.message).toEqual({ treeId: tree.id, positionId: first.positionId });
  });
});

test.each([
  ["UPDATE suggestion SET places = '{}'", 'places is not a list'],
  [`UPDATE suggestion SET places = '[["x",4,2]]'`, 'places has an invalid place'],
  ["UPDATE proposal SET reason = '{}'", 'reason has no known reason'],
])('what another program wrote is refused where it is read: %s', (update, fault) => {
  const { store, tree, write } = plant();
  write();
  const run = defineQuery(`test.${fault}`, () => sql<never>`${sql.raw(update)}`);
  store.transact((tx) => tx.run(run, NONE));
  expect(() => listProposals(store, tree.id, 1)).toThrow(fault);
});

describe('a suggestion', () => {
  test('is placed until it is decided, and an accepted one until it is committed', () => {
    const { store, tree, first, write } = plant();
    const { id: proposalId } = write();
    const [one, other] = [
      { proposalId, ordinal: 0 },
      { proposalId, ordinal: 1 },
    ];
    const moved = [{ nodeId: first.id, from: 1, to: 5 }];
    const placed = () =>
      listPlacedSuggestions(store, tree.id).map(({ ordinal, state, places }) => [
        ordinal,
        state,
        places.length,
      ]);
    expect(placed()).toEqual([
      [0, 'open', 1],
      [1, 'open', 2],
    ]);
    store.transact((tx) =>
      savePlaces(tx, [
        { ...one, places: moved },
        { ...other, places: [] },
        { ...one, ordinal: 9, places: [] },
      ]),
    );
    expect(listPlacedSuggestions(store, tree.id)).toEqual([
      { ...one, state: 'open', places: moved },
      { ...other, state: 'open', places: [] },
    ]);
    store.transact((tx) =>
      decideSuggestions(
        tx,
        [
          { ...one, state: 'accepted', places: moved },
          { ...other, state: 'rejected', places: [] },
        ],
        50,
      ),
    );
    expect(placed()).toEqual([[0, 'accepted', 1]]);
    store.transact((tx) =>
      setCommittedNode(tx, [
        { ...one, nodeId: first.id },
        { ...other, nodeId: first.id },
      ]),
    );
    expect(placed()).toEqual([]);
    const made = findProposal(store, proposalId)?.suggestions.map(({ nodeId }) => nodeId);
    expect(made?.slice(0, 2)).toEqual([first.id, null]);
  });

  test('closes its proposal with the last decision, and opens it again when that is undone', () => {
    const { store, first, write } = plant();
    const { id } = write();
    const decide = (ordinal: number, state: 'open' | 'accepted' | 'done', at: number) =>
      store.transact((tx) => decideSuggestions(tx, [{ proposalId: id, ordinal, state, places: [] }], at));
    const states = () => {
      const { state, closedAt, suggestions } = findProposal(store, id) ?? {};
      return [state, closedAt, suggestions?.map(({ decidedAt, nodeId }) => [decidedAt, nodeId])];
    };
    decide(0, 'accepted', 10);
    expect(states()).toEqual([
      'open',
      null,
      [
        [10, null],
        [null, null],
      ],
    ]);
    store.transact((tx) => setCommittedNode(tx, [{ proposalId: id, ordinal: 0, nodeId: first.id }]));
    decide(1, 'done', 20);
    expect(states()).toEqual([
      'closed',
      20,
      [
        [10, first.id],
        [20, null],
      ],
    ]);
    decide(0, 'open', 30);
    expect(states()).toEqual([
      'open',
      null,
      [
        [null, null],
        [20, null],
      ],
    ]);
    expect(refusal(() => decide(2, 'open', 40))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('the usage of each agent counts its proposals, refusals and decisions', () => {
  const { store, write, model } = plant();
  expect(listProposalUsage(store)).toEqual([]);
  const { id } = write({ latencyMs: 30 });
  const refused = { state: 'refused', suggestions: [], closedAt: 1 };
  write({ ...refused, refusal: REFUSAL, latencyMs: 50 });
  write({ ...refused, refusal: REFUSAL, latencyMs: null });
  write({ ...refused, refusal: { ...REFUSAL, reason: 'empty' }, latencyMs: null });
  const decided = (['accepted', 'rejected'] as const).map((state, ordinal) => ({
    proposalId: id,
    ordinal,
    state,
    places: [],
  }));
  store.transact((tx) => decideSuggestions(tx, decided, 5));
  const refusals = [
    { reason: 'ambiguous', count: 2 },
    { reason: 'empty', count: 1 },
  ];
  expect(listProposalUsage(store)).toEqual([
    { agentId: model, patches: 4, refusals, meanLatency: 40, suggestions: 2, accepted: 1, rejected: 1 },
  ]);
});
