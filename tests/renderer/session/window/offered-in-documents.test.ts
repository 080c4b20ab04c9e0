import { expect, test } from 'vitest';
import type { GroveId, PositionId, TreeId, TurnId } from '../../../../src/core/ids.ts';
import type { LoomTree } from '../../../../src/core/tree/loom-tree.ts';
import type { Input, Output, RequestName } from '../../../../src/ipc/contract.ts';
import type { TurnSnapshot } from '../../../../src/ipc/wire/turn.ts';
import { Notices } from '../../../../src/renderer/session/notices.ts';
import { tellOffered } from '../../../../src/renderer/session/window/turns-session.ts';
import { MODEL, TREE } from '../little-main.ts';

const TURN = 'turn' as TurnId;
const MARIE = 'marie' as TreeId;

const document: LoomTree = {
  id: MARIE,
  title: 'Marie',
  description: null,
  summary: null,
  rootPositionId: 'root' as PositionId,
  mode: 'buffer',
  kind: 'document',
  topicTreeId: null,
  systemContext: null,
  settings: {},
  createdAt: 0,
  updatedAt: 0,
  archivedAt: null,
};

const turn: TurnSnapshot = {
  turnId: TURN,
  treeId: TREE,
  actsOn: TREE,
  agentId: MODEL,
  parentId: 'root' as PositionId,
  phase: 'ended',
  waitsFor: [],
  state: 'done',
  place: null,
  calls: 1,
  commands: 1,
  capped: null,
  error: null,
  card: null,
};

/** The notices about a turn that has proposed one change in a document. */
async function told({
  acceptsOnArrival = false,
  isShown = false,
}: {
  readonly acceptsOnArrival?: boolean;
  readonly isShown?: boolean;
}): Promise<readonly string[]> {
  const offers = { documentId: MARIE, positionId: null };
  const answers: Partial<Record<RequestName, object>> = {
    'turn.trace': [{ turnId: TURN, actions: [{ offers }] }],
    'proposal.list': [{ agentId: MODEL, acceptsOnArrival }],
  };
  const notices = new Notices();
  const options = {
    client: {
      call: async <N extends RequestName>(name: N, _input: Input<N>) => answers[name] as Output<N>,
    },
    notices,
    scene: () => ({
      findDeskOf: () => (isShown ? {} : null),
      findGrove: () => ({
        id: 'grove' as GroveId,
        name: 'Orchard',
        fileName: 'orchard.aspen',
        readOnly: false,
        isChecking: false,
        notices: [],
        trouble: null,
        unconfirmedAgents: [],
        writerId: MODEL,
        agents: [],
        trees: [document],
        archivedTrees: [],
        openTreeId: TREE,
      }),
    }),
    showTree: async () => {},
    turns: { goToPosition: async () => {} },
  };
  await tellOffered(options, turn);
  return notices.banners.get().map(({ sentence }) => sentence);
}

test('what is offered in a document that is not on the screen is said, and whether it waits for the writer', async () => {
  expect(await told({})).toEqual([
    expect.stringMatching(/ offers 1 change in “Marie”\. Your text stays until you choose\.$/),
  ]);
  expect(await told({ acceptsOnArrival: true })).toEqual([
    expect.stringMatching(
      / offers 1 change in “Marie”\. Changes that you allow are made once you show it\.$/,
    ),
  ]);
});

test('of one on the screen, which shows it, nothing is said', async () => {
  expect(await told({ isShown: true })).toEqual([]);
});
