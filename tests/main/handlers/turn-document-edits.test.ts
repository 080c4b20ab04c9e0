import { describe, expect, test } from 'vitest';
import type { AgentPermissions } from '../../../src/core/tree/agent.ts';
import { MARIE, MAY_WRITE } from '../../helpers/document-desk.ts';
import { COLLABORATOR, denied, says, TurnDesk } from '../../helpers/turn-desk.ts';
import type { Answering } from '../../helpers/wire-server.ts';

/** Agents propose changes in documents (`edits.md`; `agents.md`, *Commands*). */

/** An answer that names the version of the latest snapshot that the agent was shown. */
function withVersion(answer: (version: string) => string): Answering {
  return (response, asked) => {
    const versions = [...JSON.stringify(asked.json).matchAll(/✓ snapshot version=([0-9a-f]{12})/g)];
    return says(answer(versions.at(-1)?.[1] ?? 'none'))(response, asked);
  };
}

const SNAPSHOT = '→ snapshot all doc:"Marie"\n';
const PATCH = (version: string) =>
  `→ patch doc:"Marie" version:${version}:\n@@\n-She fears the lake.\n+She loves the lake.\n←\n`;

/** The same without a fixed answer: each call may name the snapshot of the one before. */
async function openWith(answers: readonly Answering[], permissions: AgentPermissions = MAY_WRITE) {
  const turns = await TurnDesk.open({ answers: () => answers, permissions });
  const { desk } = turns;
  const { id: marie } = await desk.call('tree.create', { title: 'Marie', kind: 'document' });
  await desk.commit([desk.typed(MARIE)]);
  const results = async () => (await turns.actions()).map(({ result }) => result ?? '');
  return { turns, desk, marie, results };
}

describe('proposing', () => {
  test('a snapshot, a diff, edits and a note name the document; what is proposed is there, and is undone there', async () => {
    const { turns, desk, marie, results } = await openWith([
      says('→ snapshot doc:"Marie#Motivation"\n'),
      says(SNAPSHOT),
      withVersion(
        (version) =>
          `→ diff doc:"Marie":\n${MARIE.replace('By the sea', 'In town')}\n←\n` +
          '→ replace "A skater." with "A skater, and a swimmer." in doc:"Marie"\n' +
          '→ insert after:"By the sea." doc:"Marie" " In winter."\n' +
          '→ annotate doc:"Marie" quote:"A skater" "Since when?"\n' +
          PATCH(version),
      ),
      says('Done.'),
      says('I see.'),
    ]);
    const { turnId } = await turns.turn();
    const [section, taken, diff, replaced, inserted, noted, patched] = await results();
    expect(section).toMatch(/^✓ snapshot version=[0-9a-f]{12} lines 5-\d+ of 11\n/);
    expect(taken).toContain(MARIE);
    expect(diff).toContain('+In town.');
    for (const result of [replaced, inserted, patched])
      expect(result).toMatch(/^✓ proposed: 1 suggestion \(\+\d+/);
    expect(noted).toMatch(/^✓ annotation \[\w+\] added to \[\w+\]$/);
    const states = async () =>
      (await desk.call('proposal.list', { treeId: marie })).flatMap(({ suggestions }) =>
        suggestions.map(({ decision }) => decision),
      );
    expect(await states()).toEqual(['open', 'open', 'open']);
    expect(await desk.call('proposal.list', { treeId: turns.story })).toEqual([]);
    expect((await desk.call('path.read', { treeId: marie })).segments.text).toBe(MARIE);

    expect(await desk.call('turn.undo', { turnId })).toMatchObject({ changed: 4, of: 4, kept: [] });
    expect(await states()).toEqual([]);
    await desk.call('turn.redo', { turnId });
    expect(await states()).toEqual(['open', 'open', 'open']);

    const [proposal = expect.unreachable()] = await desk.call('proposal.list', { treeId: marie });
    const { pathVersion } = await desk.call('path.read', { treeId: marie });
    const { proposalId } = proposal;
    await desk.call('proposal.update', {
      treeId: marie,
      pathVersion,
      ops: [],
      suggestions: [{ proposalId, ordinal: 0, decision: 'rejected', range: { from: 0, to: 0 } }],
    });
    await turns.turn('And now?');
    expect(turns.sent(4)).toMatch(/Your suggestions: accepted 0, rejected 1, version=[0-9a-f]{12}\n/);
    await turns.expectSound();
  });

  test('needs doc_read to see the text and doc_write to change it, and the card names the document', async () => {
    const asks = await openWith([says(SNAPSHOT), withVersion(PATCH), says('So.')], {
      ...COLLABORATOR,
      doc_write: 'ask',
      edit_apply: 'allow',
    });
    const { turnId } = await asks.turns.begin();
    const { card } = await asks.turns.until(turnId, 'asking');
    expect(card?.lines).toMatchObject([
      {
        permission: 'doc_write',
        effect: 'Makes 1 change to the document “Marie”: +5 −5 characters.',
      },
    ]);
    await asks.desk.call('turn.answer', {
      turnId,
      card: card?.card ?? 0,
      answer: { kind: 'deny', words: 'No' },
    });
    await asks.turns.until(turnId, 'ended');
    expect(await asks.desk.call('proposal.list', { treeId: asks.marie })).toEqual([]);

    const proposes = await openWith([says(SNAPSHOT), withVersion(PATCH), says('So.')], {
      ...COLLABORATOR,
      doc_write: 'ask',
    });
    await proposes.turns.turn();
    expect(await proposes.desk.call('proposal.list', { treeId: proposes.marie })).toHaveLength(1);

    const line =
      '→ replace "A skater." with "x" in doc:"Marie"\n→ annotate doc:"Marie" quote:"A skater" "x"\n';
    const never = await openWith([says(SNAPSHOT + line), says('So.')], {
      ...COLLABORATOR,
      doc_read: 'never',
      doc_write: 'allow',
    });
    await never.turns.turn();
    expect(await never.results()).toEqual([denied('doc_read'), denied('doc_write'), denied('doc_write')]);
  });

  test('what the writer decided is told of each text with its own version', async () => {
    const { turns, desk, marie } = await openWith([
      says('→ snapshot all\n→ snapshot all doc:"Marie"\n'),
      says('→ replace "Nobody" with "Somebody"\n→ replace "A skater." with "A swimmer." in doc:"Marie"\n'),
      says('Done.'),
      says('I see.'),
    ]);
    await turns.turn();
    const versions: string[] = [];
    for (const treeId of [turns.story, marie]) {
      const [proposal = expect.unreachable()] = await desk.call('proposal.list', { treeId });
      versions.push(proposal.documentVersion.slice(0, 12));
      const decided = { proposalId: proposal.proposalId, ordinal: 0, range: { from: 0, to: 0 } };
      const suggestions = [{ ...decided, decision: 'rejected' as const }];
      await desk.call('proposal.update', { ...(await desk.intent([], treeId)), suggestions });
    }
    await turns.turn('And now?');
    const [story, document] = versions.map((version) => `accepted 0, rejected 1, version=${version}`);
    expect(turns.sent(3)).toContain(`Your suggestions: ${story}; ${document}\n`);
  });

  test('that edits are made for the rest of a turn is no answer about documents', async () => {
    const { turns, desk, marie } = await openWith(
      [
        says('→ snapshot all\n→ snapshot all doc:"Marie"\n'),
        says('→ replace "Nobody" with "Somebody"\n'),
        says('→ replace "A skater." with "A swimmer." in doc:"Marie"\n'),
        says('So.'),
      ],
      { ...COLLABORATOR, edit_apply: 'ask', doc_write: 'ask' },
    );
    const { turnId } = await turns.begin();
    const { card: first } = await turns.until(turnId, 'asking');
    expect(first?.lines).toMatchObject([{ permission: 'edit_apply' }]);
    const lines = (first?.lines ?? []).map(({ ordinal }) => ordinal);
    const answer = { kind: 'allow', lines, forTurn: true } as const;
    await desk.call('turn.answer', { turnId, card: first?.card ?? 0, answer });
    const { card: second } = await turns.until(turnId, 'asking');
    expect(second?.lines).toMatchObject([
      { permission: 'doc_write', effect: expect.stringContaining('the document “Marie”') },
    ]);
    const denial = { kind: 'deny', words: '' } as const;
    await desk.call('turn.answer', { turnId, card: second?.card ?? 0, answer: denial });
    await turns.until(turnId, 'ended');
    expect(await desk.call('proposal.list', { treeId: marie })).toEqual([]);
    expect(await desk.call('proposal.list', { treeId: turns.story })).toHaveLength(1);
  });

  test('in a conversation about a document, edits of it need no name and the same permissions', async () => {
    const { turns, desk, marie } = await openWith(
      [says('→ snapshot all\n'), says('→ replace "A skater." with "A swimmer."\n'), says('So.')],
      { loom_aware: 'allow', loom_write: 'never', doc_read: 'allow', doc_write: 'allow' },
    );
    const about = { title: null, mode: 'dialogue', topicTreeId: marie } as const;
    const { id: treeId } = await desk.call('tree.create', about);
    const turn = await turns.begin('What do you think?', undefined, treeId);
    await turns.until(turn.turnId, 'ended');
    expect(await desk.call('proposal.list', { treeId: marie })).toMatchObject([
      { state: 'open', suggestions: [{ removed: 'skater', inserted: 'swimmer' }] },
    ]);
  });

  test('text that the writer has not committed is shown to no agent, but to the writer', async () => {
    const { turns, desk, marie, results } = await openWith([says(SNAPSHOT), says('So.')]);
    const { pathVersion } = await desk.call('path.read', { treeId: marie });
    await desk.call('draft.save', {
      treeId: marie,
      pathVersion,
      ops: [desk.typed(' Secret.')],
      digest: null,
    });
    await turns.turn();
    expect(await results()).toEqual([
      '✗ CONFLICT: the human is writing there, and has not shown you that text\n  hint: ask the human to commit it',
    ]);
    const own = await desk.call('message.runCommands', { treeId: turns.talk, at: null, text: SNAPSHOT });
    expect(own[0]?.text).toContain('Secret.');
  });

  /** The writer acts between an agent's snapshot of the document and its patch. */
  async function openWhile() {
    let act = async () => {};
    const opened = await openWith([
      says(SNAPSHOT),
      async (response, asked) => {
        await act();
        return withVersion(PATCH)(response, asked);
      },
      says('→ read doc:"Marie"\n'),
      says('So.'),
    ]);
    const turnWhile = (meanwhile: () => Promise<unknown>) => {
      act = async () => {
        await meanwhile();
      };
      return opened.turns.turn();
    };
    return { ...opened, turnWhile };
  }

  test('a document that is deleted after its snapshot cannot be patched', async () => {
    const { turns, desk, marie, results, turnWhile } = await openWhile();
    const { state } = await turnWhile(async () => {
      await desk.call('tree.update', { treeId: marie, archived: true });
      await desk.call('tree.delete', { treeId: marie, title: 'Marie' });
    });
    expect(state).toBe('done');
    const missing = '✗ NOT_FOUND: there is no document "Marie"\n  hint: there are no documents';
    expect((await results()).slice(1)).toEqual([missing, missing]);
    await turns.expectSound();
  });

  test('what is proposed for text that the writer has pruned waits until it is restored', async () => {
    const { turns, desk, marie, results, turnWhile } = await openWhile();
    const positionId = await desk.positionAt(0);
    await turnWhile(async () => undefined);
    expect((await results())[1]).toMatch(/^✓ proposed: 1 suggestion/);
    await desk.call('position.prune', { ...(await desk.intent([], marie)), positionId });
    const read = async () => (await desk.call('proposal.read', await desk.intent([], marie))).proposals;
    expect(await read()).toMatchObject([{ suggestions: [{ decision: 'open', range: null }] }]);
    const positions = [{ positionId, pruned: false }];
    await desk.call('position.setPruned', { ...(await desk.intent([], marie)), positions });
    await desk.call('path.moveHead', { ...(await desk.intent([], marie)), to: positionId });
    const at = MARIE.indexOf('fears');
    expect(await read()).toMatchObject([{ suggestions: [{ range: { from: at, to: at + 5 } }] }]);
    await turns.expectSound();
  });

  test('a snapshot of a text that the writer has pruned since is stale: an answer would have words of it', async () => {
    const { turns, desk, marie, results, turnWhile } = await openWhile();
    const positionId = await desk.positionAt(0);
    await turnWhile(async () =>
      desk.call('position.prune', { ...(await desk.intent([], marie)), positionId }),
    );
    expect((await results()).slice(1)).toEqual([
      expect.stringMatching(/^✗ CONFLICT: the edit does not fit version \w+ \(stale_version\)/),
      expect.stringMatching(/^doc:"Marie" \[\w+\] · is empty$/),
    ]);
    await turns.expectSound();
  });
});
