import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { AgentPermissions } from '../../../src/core/tree/agent.ts';
import { findChangedRecords } from '../../../src/main/grove/checking/find-changed-records.ts';
import { openGrove, sha256 } from '../../helpers/grove.ts';
import { readGrove } from '../../helpers/grove-facts.ts';
import { COLLABORATOR, says, TurnDesk } from '../../helpers/turn-desk.ts';
import type { Answering } from '../../helpers/wire-server.ts';

/** Agents read and write documents (`agents.md`, *Commands*; `documents.md`). */

const MARIE = '# Marie\n\nA skater.\n\n## Motivation\n\nShe fears the lake.\n\n## Youth\n\nBy the sea.';
const MAY_WRITE: AgentPermissions = { ...COLLABORATOR, doc_write: 'allow' };

/** A conversation about a story, and a document of two nodes. */
async function open(
  lines: readonly string[],
  permissions: AgentPermissions = MAY_WRITE,
  rest: Partial<Parameters<typeof TurnDesk.open>[0]> = {},
) {
  const turns = await TurnDesk.open({
    answers: () => [...lines.map((line) => says(line)), says('I am done.')],
    permissions,
    ...rest,
  });
  const { desk } = turns;
  const { id: marie } = await desk.call('tree.create', { title: 'Marie', kind: 'document' });
  const cut = MARIE.indexOf('She fears');
  await desk.commit([desk.typed(MARIE.slice(0, cut))]);
  await desk.commit([desk.typed(MARIE.slice(cut))]);
  const shown = async () => (await desk.call('path.read', { treeId: marie })).segments.text;
  const results = async () => (await turns.actions()).map(({ result }) => result ?? '');
  return { turns, desk, marie, shown, results };
}

describe('reading', () => {
  test('a document is shown with its sections, in parts, as a summary, and listed', async () => {
    const { turns, desk, results } = await open([
      [
        '→ read doc:"marie"',
        '→ read doc:"Marie" §youth',
        '→ read doc:"Marie#Marie/Motivation"',
        '→ read doc:"Marie" lines:3-3',
        '→ read "Marie" summary',
        '→ list documents',
        'So.',
      ].join('\n'),
    ]);
    await turns.turn();
    const [all, youth, motivation, line, summary, list] = await results();
    expect(all).toMatch(
      /^doc:"Marie" \[\w+\] · sections: Marie, Motivation, Youth · 12 words\n# Marie\n[\s\S]*By the sea\.$/,
    );
    expect(youth).toMatch(/· section "Youth" · lines 9-11 · 12 words\n## Youth\n\nBy the sea\.$/);
    expect(motivation).toMatch(/\n## Motivation\n\nShe fears the lake\.$/);
    expect(line).toMatch(/· lines 3-3 · 12 words\nA skater\.$/);
    expect(summary).toMatch(/ · summary\n# Marie A skater\. ## Motivation/);
    expect(list).toMatch(/^ {2}doc:"Marie" \[\w+\] · 12 words$/);
    const [{ actions } = { actions: [] }] = await desk.call('turn.trace', { treeId: turns.talk });
    expect(actions.filter(({ isWrite, offers }) => isWrite || offers !== null)).toEqual([]);
    await desk.close();
  });

  test('what is not there is named, with what is', async () => {
    const { turns, desk, results } = await open([
      '→ read doc:"Maria"\n→ read doc:"Harbour"\n→ read doc:"Marie" section:"Fears"\n→ read doc:"Marie" lines:90\n→ read\nSo.',
      '→ read doc:"Twin"\n→ read doc:"Empty"\n→ read doc:"Empty" section:"Any"\nSo.',
    ]);
    await desk.call('tree.create', { title: 'Twin', kind: 'document' });
    await desk.call('tree.create', { title: 'Twin', kind: 'document' });
    await desk.call('tree.create', { title: 'Empty', kind: 'document' });
    await turns.turn();
    expect(await results()).toEqual([
      '✗ NOT_FOUND: there is no document "Maria"\n  hint: did you mean doc:"Marie"',
      '✗ NOT_FOUND: there is no document "Harbour"\n  hint: the documents are "Marie", "Twin", "Twin", "Empty"',
      '✗ NOT_FOUND: doc:"Marie" has no section "Fears"\n  hint: its sections are "Marie", "Motivation", "Youth"',
      '✗ INVALID_SYNTAX: doc:"Marie" has 11 lines\n  hint: use lines:1-11',
      expect.stringMatching(/^✗ INVALID_SYNTAX: read needs a document/),
      expect.stringMatching(
        /^✗ INVALID_SYNTAX: 2 documents are called "Twin"\n {2}hint: name one by its id: doc:\[\w+\] or doc:\[\w+\]$/,
      ),
      expect.stringMatching(/^doc:"Empty" \[\w+\] · is empty$/),
      '✗ NOT_FOUND: doc:"Empty" has no section "Any"\n  hint: it has no headings',
    ]);
    await desk.close();
  });

  test('one that is deleted meanwhile is not found', async () => {
    const { turns, desk, marie, results } = await open([
      '→ read doc:"Marie"\nSo.',
      '→ read doc:"Marie"\nSo.',
    ]);
    await desk.call('tree.update', { treeId: marie, archived: true });
    await desk.call('tree.delete', { treeId: marie, title: 'Marie' });
    await turns.turn();
    expect(await results()).toEqual([
      '✗ NOT_FOUND: there is no document "Marie"\n  hint: there are no documents',
      '✗ NOT_FOUND: there is no document "Marie"\n  hint: there are no documents',
    ]);
    await desk.close();
  });
});

/** Writes in every way. */
const ANSWER = [
  '→ annotate here "See the notes."',
  '→ write doc:"Marie" at:"Motivation" "And the ice."',
  '→ write doc:"Marie" replace:"Youth":',
  '## Youth',
  '',
  'In town.',
  '←',
  '→ write doc:"Marie" at:3 "Line three."',
  '→ write doc:"Marie" append "She drowns."',
  '→ write doc:"Marie" append:',
  'In winter.',
  '←',
  '→ read doc:"Marie"',
  'So.',
].join('\n');

interface WrittenNode {
  readonly text: string;
  readonly seam: {
    readonly ranges: readonly { readonly from: number; readonly to: number; readonly at?: number }[];
    readonly breaksAdded?: number;
    readonly breaksAddedAfter?: number;
  };
}

/** What came in an answer, of a tree. */
function readWritten(path: string, treeId: string): readonly WrittenNode[] {
  const database = new Database(path, { readonly: true });
  const sql = `SELECT text, seam FROM node JOIN loom_tree AS tree ON tree.key = loom_tree_key
    WHERE tree.id = ? AND seam IS NOT NULL ORDER BY node.id`;
  const rows = database.prepare<[string], { text: string; seam: string }>(sql).all(treeId);
  database.close();
  return rows.map(({ text, seam }) => ({ text, seam: JSON.parse(seam) as WrittenNode['seam'] }));
}

describe('writing', () => {
  test('is offered, and the turn goes on from it; undoing the turn takes it back, and redoing repeats it', async () => {
    const { turns, desk, marie, shown, results } = await open([ANSWER]);
    const turn = await turns.turn();
    const all = await results();
    expect(all[4]).toMatch(
      /^✓ appended to doc:"Marie" \(now 18 words\)\n {2}created \[\w+\], offered to the human as an alternative$/,
    );
    expect(all.at(-1)?.split('\n').slice(1).join('\n')).toBe(
      [
        '# Marie',
        '',
        'Line three.',
        'A skater.',
        '',
        '## Motivation',
        '',
        'She fears the lake.',
        '',
        'And the ice.',
        '',
        '## Youth',
        '',
        'In town.',
        '',
        'She drowns.',
        '',
        'In winter.',
      ].join('\n'),
    );
    const [{ actions } = { actions: [] }] = await desk.call('turn.trace', { treeId: turns.talk });
    const offered = actions.map(({ offers }) => offers && [offers.documentId, offers.positionId !== null]);
    expect(offered).toEqual([null, ...[true, true, true, false, false].map((isAt) => [marie, isAt]), null]);
    // The writer's text stays.
    expect(await shown()).toBe(MARIE);
    for (const { text, seam } of readWritten(desk.path, marie)) {
      const { ranges, breaksAdded = 0, breaksAddedAfter = 0 } = seam;
      for (const { from, to, at = 0 } of ranges) {
        const own = ANSWER.slice(from, to);
        const added = '\n'.repeat(breaksAdded) + own + '\n'.repeat(breaksAddedAfter);
        expect(text.slice(at - breaksAdded, at + own.length + breaksAddedAfter)).toBe(added);
      }
    }
    expect(readWritten(desk.path, marie)).toHaveLength(5);
    const [undone, redone] = [
      await desk.call('turn.undo', { turnId: turn.turnId }),
      await desk.call('turn.redo', { turnId: turn.turnId }),
    ];
    expect(undone).toMatchObject({ isUndone: true, kept: [] });
    expect(undone.changed).toBe(undone.of);
    expect(redone).toMatchObject({ isUndone: false, kept: [] });
    await desk.call('turn.undo', { turnId: turn.turnId });
    await desk.close();
    const database = new Database(desk.path, { readonly: true });
    const left = `SELECT text FROM node JOIN loom_tree AS tree ON tree.key = loom_tree_key
      WHERE tree.id = ? AND author_type = 'model' AND node.key = position_key AND NOT pruned`;
    expect(database.prepare(left).pluck().all(marie)).toEqual([]);
    database.close();
    expect(readGrove(desk.path)).toMatchObject({ integrity: 'ok', logIsWhole: true });
  });

  test('asks, says what it would do, and does nothing when it is denied', async () => {
    const { turns, desk, shown } = await open(['→ write doc:"Marie" append "She drowns."\nSo.'], {
      ...COLLABORATOR,
      doc_write: 'ask',
    });
    const { turnId } = await turns.begin();
    const { card } = await turns.until(turnId, 'asking');
    expect(card?.lines).toMatchObject([
      { permission: 'doc_write', effect: 'Offers 2 words in the document “Marie”.' },
    ]);
    await desk.call('turn.answer', { turnId, card: card?.card ?? 0, answer: { kind: 'deny', words: 'No' } });
    await turns.until(turnId, 'ended');
    expect(await turns.actions()).toMatchObject([{ approval: 'denied', outcome: 'PERMISSION_DENIED' }]);
    expect(await shown()).toBe(MARIE);
    await desk.close();
  });

  test('what another tree lost when it was deleted is named by the undo', async () => {
    const { turns, desk, marie } = await open([
      '→ annotate here "See the notes."\n→ write doc:"Marie" append "She drowns."\nSo.',
    ]);
    const turn = await turns.turn();
    await desk.call('tree.update', { treeId: marie, archived: true });
    await desk.call('tree.delete', { treeId: marie, title: 'Marie' });
    expect(await desk.call('turn.undo', { turnId: turn.turnId })).toMatchObject({
      isUndone: true,
      changed: 1,
      of: 2,
      kept: [{ why: 'missing' }],
    });
    await desk.close();
  });
});

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
    expect(await states()).toEqual(['rejected', 'rejected', 'rejected']);
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

  test('needs doc_read to see the text and doc_write to propose, and the card names the document', async () => {
    const asks = await openWith([says(SNAPSHOT), withVersion(PATCH), says('So.')], {
      ...COLLABORATOR,
      doc_write: 'ask',
    });
    const { turnId } = await asks.turns.begin();
    const { card } = await asks.turns.until(turnId, 'asking');
    expect(card?.lines).toMatchObject([
      {
        permission: 'doc_write',
        effect: 'Proposes 1 change to the document “Marie”: +5 −5 characters.',
      },
    ]);
    await asks.desk.call('turn.answer', {
      turnId,
      card: card?.card ?? 0,
      answer: { kind: 'deny', words: 'No' },
    });
    await asks.turns.until(turnId, 'ended');
    expect(await asks.desk.call('proposal.list', { treeId: asks.marie })).toEqual([]);

    const line =
      '→ replace "A skater." with "x" in doc:"Marie"\n→ annotate doc:"Marie" quote:"A skater" "x"\n';
    const never = await openWith([says(SNAPSHOT + line), says('So.')], {
      ...COLLABORATOR,
      doc_read: 'never',
      doc_write: 'allow',
    });
    await never.turns.turn();
    expect(await never.results()).toEqual([
      '✗ PERMISSION_DENIED: doc_read not enabled',
      '✗ PERMISSION_DENIED: doc_write not enabled',
      '✗ PERMISSION_DENIED: doc_write not enabled',
    ]);
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
    const { pathVersion } = await desk.call('path.read', { treeId });
    const { turn } = await desk.call('turn.start', {
      treeId,
      pathVersion,
      ops: [desk.typed('What do you think?')],
      at: null,
      agentId: turns.agentId,
      maxTokens: 200,
      topicAt: null,
    });
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
    await turnWhile(async () =>
      desk.call('position.prune', { ...(await desk.intent([], marie)), positionId }),
    );
    expect((await results()).slice(1)).toEqual([
      expect.stringMatching(/^✓ proposed: 1 suggestion/),
      expect.stringMatching(/^doc:"Marie" \[\w+\] · is empty$/),
    ]);
    const read = async () => (await desk.call('proposal.read', await desk.intent([], marie))).proposals;
    expect(await read()).toMatchObject([{ suggestions: [{ decision: 'open', range: null }] }]);
    const positions = [{ positionId, pruned: false }];
    await desk.call('position.setPruned', { ...(await desk.intent([], marie)), positions });
    await desk.call('path.moveHead', { ...(await desk.intent([], marie)), to: positionId });
    const at = MARIE.indexOf('fears');
    expect(await read()).toMatchObject([{ suggestions: [{ range: { from: at, to: at + 5 } }] }]);
    await turns.expectSound();
  });
});

describe('linking', () => {
  test('links texts and documents, which lists and exports show; undoing the turn removes them', async () => {
    const { turns, desk, marie, results } = await open([
      [
        '→ link here to root note:"Compare."',
        '→ link here to root',
        '→ link here to doc:"Marie#youth"',
        '→ link here to doc:"Jan"',
        '→ link here to here',
        '→ list here links',
        '→ list root links',
        'So.',
      ].join('\n'),
    ]);
    const [last] = turns.nodes.slice(-1);
    const turn = await turns.turn();
    const here = `[${last?.localId}]`;
    const [first, again, document, missing, self, list, ofRoot] = await results();
    const [, root] = /↔ (\[\w+\])$/.exec(first ?? '') ?? [];
    expect(first).toBe(`✓ linked ${here} ↔ ${root}`);
    expect(again).toBe(`✓ ${here} ↔ ${root} are linked already`);
    expect(document).toBe(`✓ linked ${here} ↔ doc:"Marie#Youth"`);
    expect(missing).toMatch(/^✗ NOT_FOUND: there is no document "Jan"/);
    expect(self).toMatch(/^✗ INVALID_SYNTAX: \[\w+\] cannot be linked to itself/);
    expect(list).toBe(`  ↔ ${root} · Analyst · “Compare.”\n  ↔ doc:"Marie#Youth" · Analyst`);
    expect(ofRoot).toBe(`  ↔ ${here} · Analyst · “Compare.”`);
    expect(readLinks(desk.path)).toEqual([
      ['Compare.', null, 0],
      [null, 'Youth', 0],
    ]);
    expect(await desk.call('turn.undo', { turnId: turn.turnId })).toMatchObject({ changed: 2, of: 2 });
    expect(readLinks(desk.path).map(([, , removed]) => removed)).toEqual([1, 1]);
    await desk.call('turn.redo', { turnId: turn.turnId });
    expect(readLinks(desk.path).map(([, , removed]) => removed)).toEqual([0, 0]);
    await desk.call('tree.update', { treeId: marie, archived: true });
    await desk.call('tree.delete', { treeId: marie, title: 'Marie' });
    expect(readLinks(desk.path)).toEqual([['Compare.', null, 0]]);
    await desk.close();
    expect(readGrove(desk.path)).toMatchObject({ integrity: 'ok', logIsWhole: true });
    const store = openGrove(desk.path);
    expect([...findChangedRecords(store, { sha256, sha256OfBytes: sha256 })]).toEqual([]);
    store.close();
  });
});

/** The links of a file: note, section, and whether each is removed. */
function readLinks(path: string): readonly unknown[][] {
  const database = new Database(path, { readonly: true });
  const rows = database
    .prepare('SELECT note, section, removed_at IS NOT NULL FROM link ORDER BY id')
    .raw()
    .all();
  database.close();
  return rows as unknown[][];
}

describe('permission follows what is read', () => {
  test('without doc_read, no command shows a document, lists them or acts in one', async () => {
    const { turns, desk, results } = await open(
      ['→ read doc:"Marie"\n→ list documents\n→ write doc:"Marie" append "x"\n→ view here\nSo.'],
      { ...COLLABORATOR, doc_read: 'never', doc_write: 'allow' },
    );
    await turns.turn();
    expect(await results()).toEqual([
      '✗ PERMISSION_DENIED: doc_read not enabled',
      '✗ PERMISSION_DENIED: doc_read not enabled',
      '✗ PERMISSION_DENIED: doc_write not enabled',
      expect.stringContaining('Nobody came.'),
    ]);
    await desk.close();
  });

  test('nor does an id of it tell its title, to view a node of it or to drop it', async () => {
    let id = '';
    const { turns, desk, results } = await open([], MAY_WRITE, {
      answers: () => [
        says('→ pin doc:"Marie"\n'),
        async (...request) => {
          const permissions: AgentPermissions = { ...COLLABORATOR, doc_read: 'never' };
          await desk.call('agent.update', { agentId: turns.agentId, permissions });
          await says(`→ view [${id}]\n→ drop doc:[${id}]\n`)(...request);
        },
        says('So.'),
      ],
    });
    const run = (text: string) => desk.call('message.runCommands', { treeId: turns.talk, at: null, text });
    const [list] = await run('→ list documents');
    id = /\[(\w+)\]/.exec(list?.text ?? '')?.[1] ?? '';
    await turns.turn();
    expect((await results()).slice(1)).toEqual([
      `✗ CROSS_TREE: node [${id}] is in a document`,
      '✓ dropped a text (of a document; doc_read not enabled), which is no longer pinned',
    ]);
    await desk.close();
  });

  test('where reading is asked about, what is refused without a question names no document', async () => {
    const { turns, desk, results } = await open(
      [
        '→ pin doc:"Maria"\n→ write doc:"Marie" at:"Fears" "x"\n→ link here to doc:"Maria"\n→ link here to doc:"Marie#Fears"\nSo.',
      ],
      { ...COLLABORATOR, doc_read: 'ask', doc_write: 'ask' },
    );
    await turns.turn();
    expect(await results()).toEqual([
      '✗ NOT_FOUND: there is no document "Maria"',
      '✗ NOT_FOUND: doc:"Marie" has no section "Fears"',
      '✗ NOT_FOUND: there is no document "Maria"',
      '✗ NOT_FOUND: doc:"Marie" has no section "Fears"',
    ]);
    await desk.close();
  });

  test('nor is it sent the text or the title of a document that a conversation is about', async () => {
    const { turns, desk, marie } = await open(['→ view here\n→ respond here "x"\n→ help\nSo.'], {
      ...COLLABORATOR,
      doc_read: 'never',
    });
    const about = { title: null, mode: 'dialogue', topicTreeId: marie } as const;
    const { id: treeId } = await desk.call('tree.create', about);
    const { pathVersion } = await desk.call('path.read', { treeId });
    const { turn } = await desk.call('turn.start', {
      treeId,
      pathVersion,
      ops: [desk.typed('What do you think?')],
      at: null,
      agentId: turns.agentId,
      maxTokens: 200,
      topicAt: null,
    });
    await turns.until(turn.turnId, 'ended');
    expect(turns.sent(0)).toContain('“a document” · manuscript');
    expect(turns.sent(0)).not.toMatch(/Marie|fears the lake/);
    const [{ actions } = { actions: [] }] = await desk.call('turn.trace', { treeId });
    expect(actions.map(({ result }) => result)).toEqual([
      '✗ PERMISSION_DENIED: doc_read not enabled',
      '✗ PERMISSION_DENIED: doc_write not enabled',
      expect.stringContaining('→ view'),
    ]);
    await desk.close();
  });

  test('what is withdrawn holds at once: for the turn that runs, those that wait or go on, and what is remembered', async () => {
    const withdrawn: AgentPermissions = { ...COLLABORATOR, doc_read: 'never' };
    const { turns, desk } = await open([], MAY_WRITE, {
      answers: () => [
        says('→ pin doc:"Marie"\n→ read doc:"Marie"\n→ view here\n'),
        async (...request) => {
          await desk.call('agent.update', { agentId: turns.agentId, permissions: withdrawn });
          await says('→ read doc:"Marie"\n→ memory\n')(...request);
        },
        says('I am done.'),
        says('I go on.'),
        says('And on.'),
      ],
      configuration: { caps: { calls: 3 } },
    });
    const first = await turns.begin();
    const waiting = await turns.begin('And you?');
    await turns.until(first.turnId, 'ended');
    await turns.until(waiting.turnId, 'ended');
    await turns.until((await turns.begin('', first.turnId)).turnId, 'ended');
    expect(turns.sent(1)).toContain('She fears the lake.');
    for (const request of [2, 3, 4]) expect(turns.sent(request)).not.toContain('She fears the lake.');
    expect(turns.sent(2)).toContain('→ read doc:"Marie"\n(of a document; doc_read not enabled)');
    expect(turns.sent(2)).toContain('Nobody came.');
    expect(turns.sent(2)).toContain('✗ PERMISSION_DENIED: doc_read not enabled');
    expect(turns.sent(2)).toContain(
      'Pinned:\n  a text (of a document; doc_read not enabled)\nRecent actions:\n  pinned a document · read a document · viewed [',
    );
    // Titles are words of documents.
    for (const request of [3, 4]) expect(turns.sent(request)).not.toContain('Marie');
    expect(turns.sent(4)).toContain('→ read (of a document; doc_read not enabled)\n\n→ view here\n');
    await desk.close();
  });

  test('what was put aside in a document is of it, whoever did it', async () => {
    const { turns, desk, marie } = await open([], { ...COLLABORATOR, doc_read: 'never' });
    const about = { title: null, mode: 'dialogue', topicTreeId: marie } as const;
    const { id: treeId } = await desk.call('tree.create', about);
    const run = (text: string) => desk.call('message.runCommands', { treeId, at: null, text });
    await run('→ stash "short" summary-of:root-head');
    const [recalled] = await run('→ recall "short"');
    expect(recalled?.text).toContain('She fears the lake.');
    const turn = await turns.begin('Well?', undefined, treeId);
    await turns.until(turn.turnId, 'ended');
    expect(turns.sent(0)).toContain('“short” (of a document; doc_read not enabled)');
    expect(turns.sent(0)).not.toContain('fears the lake');
    await desk.close();
  });
});
