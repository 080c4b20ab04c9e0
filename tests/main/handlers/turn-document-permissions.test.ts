import { describe, expect, test } from 'vitest';
import type { AgentPermissions } from '../../../src/core/tree/agent.ts';
import { MAY_WRITE, openDocument } from '../../helpers/document-desk.ts';
import { COLLABORATOR, denied, says } from '../../helpers/turn-desk.ts';

/** Permission follows what is read: what documents say reaches nobody who may not read them (`agents.md`, *Permissions*). */

describe('permission follows what is read', () => {
  test('without doc_read, no command shows a document, lists them or acts in one', async () => {
    const { turns, desk, results } = await openDocument(
      ['→ read doc:"Marie"\n→ list documents\n→ write doc:"Marie" append "x"\n→ view here\nSo.'],
      { ...COLLABORATOR, doc_read: 'never', doc_write: 'allow' },
    );
    await turns.turn();
    expect(await results()).toEqual([
      denied('doc_read'),
      denied('doc_read'),
      denied('doc_write'),
      expect.stringContaining('Nobody came.'),
    ]);
    await desk.close();
  });

  test('nor does an id of it tell its title, to view a node of it or to drop it', async () => {
    let id = '';
    const { turns, desk, results } = await openDocument([], MAY_WRITE, {
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
    const { turns, desk, results } = await openDocument(
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
    const { turns, desk, marie } = await openDocument(['→ view here\n→ respond here "x"\n→ help\nSo.'], {
      ...COLLABORATOR,
      doc_read: 'never',
    });
    const about = { title: null, mode: 'dialogue', topicTreeId: marie } as const;
    const { id: treeId } = await desk.call('tree.create', about);
    const turn = await turns.begin('What do you think?', undefined, treeId);
    await turns.until(turn.turnId, 'ended');
    expect(turns.sent(0)).toContain('“a document” · manuscript');
    expect(turns.sent(0)).not.toMatch(/Marie|fears the lake/);
    const [{ actions } = { actions: [] }] = await desk.call('turn.trace', { treeId });
    expect(actions.map(({ result }) => result)).toEqual([
      denied('doc_read'),
      denied('doc_write'),
      expect.stringContaining('→ view'),
    ]);
    await desk.close();
  });

  test('what is withdrawn holds at once: for the turn that runs, those that wait or go on, and what is remembered', async () => {
    const withdrawn: AgentPermissions = { ...COLLABORATOR, doc_read: 'never' };
    const { turns, desk } = await openDocument([], MAY_WRITE, {
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
    expect(turns.sent(4)).toContain('\\→ read (of a document; doc_read not enabled)\n\n\\→ view here\n');
    await desk.close();
  });

  test('what was put aside in a document is of it, whoever did it', async () => {
    const { turns, desk, marie } = await openDocument([], { ...COLLABORATOR, doc_read: 'never' });
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
