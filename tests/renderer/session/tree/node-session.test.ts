import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import type { AgentId, NodeId, PositionId } from '../../../../src/core/ids.ts';
import type { RequestName } from '../../../../src/ipc/contract.ts';
import type { GroveSnapshot } from '../../../../src/ipc/wire/grove.ts';
import type { AnnotationSummary, NoteDraft } from '../../../../src/ipc/wire/node.ts';
import type { PathSnapshot } from '../../../../src/ipc/wire/path.ts';
import type { Client } from '../../../../src/renderer/client.ts';
import { openTreeScope } from '../../../../src/renderer/session/draft/tree-scope.ts';
import { Notices } from '../../../../src/renderer/session/notices.ts';
import { SurfaceSlot } from '../../../../src/renderer/session/surface-slot.ts';
import { FOLLOW_AFTER, NodeSession } from '../../../../src/renderer/session/tree/node-session.ts';
import type { ManuscriptSummary } from '../../../../src/renderer/surface.ts';
import { LittleMain, WRITER } from '../little-main.ts';

/** The Passage tab's mirror of the caret's node. */

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** `Rain. ` and ` It fell.` on the path, and a main that supports notes. */
function open() {
  const main = new LittleMain();
  const rain = main.add(main.rootId, 'Rain. ', WRITER);
  const fell = main.add(rain, ' It fell.', WRITER);
  main.moveAway(fell);
  const snapshot: PathSnapshot = main.snapshot();
  const asked: string[] = [];
  let refusal: AspenError | null = null;
  const notes: AnnotationSummary[] = [];
  let drafts: readonly NoteDraft[] = [];
  const answers: { readonly [N in RequestName]?: (input: never) => unknown } = {
    'node.read': ({ nodeId }: { readonly nodeId: NodeId }) => ({ node: { id: nodeId } }),
    'node.runs': () => [],
    'node.versions': () => [],
    'node.annotations': () => [...notes],
    'note.drafts': () => drafts,
    'note.keepDrafts': (input: { readonly drafts: readonly NoteDraft[] }) => {
      drafts = input.drafts;
      return { dropped: 0 };
    },
    'node.annotate': ({ nodeId, text }: { readonly nodeId: NodeId; readonly text: string }) => {
      const note = noteOn(nodeId, text);
      notes.push(note);
      return note;
    },
  };
  const call = async (name: RequestName, input: { readonly nodeId?: NodeId }) => {
    asked.push(`${name} ${input.nodeId ?? ''}`.trim());
    if (refusal !== null) throw refusal;
    return answers[name]?.(input as never);
  };
  const notices = new Notices();
  const client = { call } as unknown as Client;
  const grove = { readOnly: false, isChecking: false } as GroveSnapshot;
  const surface = new SurfaceSlot();
  const opened = { client, notices, grove, snapshot, checks: false };
  const scope = openTreeScope(opened, surface, 'buffer', () => {});
  const { path } = scope;
  const openNode = () => new NodeSession(scope, null);
  const node = openNode();
  const moveTo = (currentPositionId: PositionId | null, caret = 0) =>
    surface.onSummary({ currentPositionId, characters: caret } as ManuscriptSummary);
  return {
    path,
    node,
    /** The tree is shown again, in another page. */
    openNode,
    /** The unsaved notes that main keeps. */
    kept: () => drafts.map(({ text }) => text),
    notices,
    asked,
    moveTo,
    rain,
    fell,
    settle: () => vi.advanceTimersByTimeAsync(FOLLOW_AFTER + 1),
    refuse: (error: AspenError | null) => {
      refusal = error;
    },
    reads: () => asked.filter((request) => request.startsWith('node.read')).length,
  };
}

function noteOn(originId: NodeId, text: string): AnnotationSummary {
  return {
    nodeId: `note on ${originId}` as NodeId,
    positionId: `note on ${originId}` as PositionId,
    originId,
    authorId: 'writer' as AgentId,
    createdAt: 0,
    versionCount: 1,
    removed: false,
    quote: null,
    text,
    spans: [],
  };
}

describe('while the tab is hidden', () => {
  it('nothing is requested', async () => {
    const { moveTo, settle, asked, rain, fell } = open();
    moveTo(rain);
    await settle();
    moveTo(fell);
    await settle();
    expect(asked).toEqual([]);
  });

  it('details of an earlier node are not shown for another', async () => {
    const { node, moveTo, settle, rain, fell } = open();
    moveTo(rain);
    const leave = node.watch();
    await settle();
    leave();
    moveTo(fell);
    node.watch();
    expect(node.shown.get()).toBeNull();
    await settle();
    expect(node.shown.get()?.positionId).toBe(fell);
  });
});

describe('while the tab is shown', () => {
  it('moving the caret inside one node requests nothing', async () => {
    const { node, moveTo, settle, reads, rain } = open();
    moveTo(rain, 0);
    node.watch();
    await settle();
    expect(node.shown.get()?.positionId).toBe(rain);
    for (let caret = 1; caret < 100; caret++) moveTo(rain, caret);
    await settle();
    expect(reads()).toBe(1);
  });

  it('moving the caret across many nodes reads only the last one', async () => {
    const { node, moveTo, settle, reads, rain, fell } = open();
    moveTo(rain);
    node.watch();
    await settle();
    for (let i = 0; i < 20; i++) moveTo(i % 2 === 0 ? fell : rain);
    moveTo(fell);
    await settle();
    expect(node.shown.get()?.positionId).toBe(fell);
    expect(reads()).toBe(2);
  });

  it('the node is reread when the path reports that it changed', async () => {
    const { node, path, moveTo, settle, reads, rain } = open();
    moveTo(rain);
    node.watch();
    await settle();
    const patch = { siblingIndex: 1, siblingCount: 1, versionIndex: 1, versionCount: 2, flags: 0, forks: [] };
    path.patch([{ positionId: rain, ...patch }]);
    await settle();
    expect(reads()).toBe(2);
    path.patch([{ positionId: rain, ...patch, siblingCount: 3 }]);
    await settle();
    expect(reads()).toBe(2);
  });

  it('the details stay during a commit', async () => {
    const { node, moveTo, settle, rain } = open();
    moveTo(rain);
    node.watch();
    await settle();
    moveTo(null);
    await settle();
    expect(node.shown.get()?.positionId).toBe(rain);
  });

  it('a refusal is reported, and the next caret movement retries', async () => {
    const { node, moveTo, settle, refuse, notices, rain } = open();
    refuse(new AspenError('IO_ERROR', 'as the test wants it'));
    moveTo(rain, 0);
    node.watch();
    await settle();
    expect(notices.banners.get()).toHaveLength(1);
    refuse(null);
    moveTo(rain, 1);
    await settle();
    expect(node.shown.get()?.positionId).toBe(rain);
  });
});

describe('a note', () => {
  it('is saved on the node shown when it was started, even if the caret moves', async () => {
    const { node, moveTo, settle, asked, rain, fell } = open();
    moveTo(rain);
    node.watch();
    await settle();
    const on = node.shown.get()?.nodeId;
    node.startNote(null);
    moveTo(fell);
    node.typeNote('Which rain?');
    await settle();
    expect(node.shown.get()?.positionId).toBe(rain);
    expect(node.atCaret.get()).toBe(false);
    expect(await node.saveNote()).toBe(true);
    expect(asked).toContain(`node.annotate ${on}`);
    await settle();
    expect(node.shown.get()?.positionId).toBe(fell);
    expect(node.atCaret.get()).toBe(true);
  });

  it('that could not be saved is kept for another try', async () => {
    const { node, moveTo, settle, refuse, notices, rain } = open();
    moveTo(rain);
    node.watch();
    await settle();
    node.startNote(null);
    node.typeNote('Which rain?');
    refuse(new AspenError('DISK_FULL', 'as the test wants it'));
    expect(await node.saveNote()).toBe(false);
    expect(node.unsavedNote.get()?.text).toBe('Which rain?');
    expect(notices.banners.get()).toHaveLength(1);
    refuse(null);
    expect(await node.saveNote()).toBe(true);
    await settle();
    expect(node.shown.get()?.notes.map(({ text }) => text)).toEqual(['Which rain?']);
  });

  it('that is left unsaved is a draft on its node, and is continued as it was', async () => {
    const { node, moveTo, settle, rain, fell } = open();
    moveTo(rain);
    node.watch();
    await settle();
    node.startNote(null);
    node.leaveNote();
    expect(node.drafts.list.get()).toEqual([]);
    node.startNote(null);
    node.typeNote('Which rain?');
    node.leaveNote();
    expect(node.unsavedNote.get()).toBeNull();
    moveTo(fell);
    await settle();
    // The tab follows the caret again; the draft stays on its node.
    expect(node.shown.get()?.positionId).toBe(fell);
    expect(node.drafts.list.get()).toMatchObject([{ positionId: rain, text: 'Which rain?' }]);
    moveTo(rain);
    await settle();
    node.startNote(null);
    expect(node.unsavedNote.get()?.text).toBe('Which rain?');
    expect(await node.saveNote()).toBe(true);
    expect(node.drafts.list.get()).toEqual([]);
  });

  it('is there again, as a draft, where the tree is shown in another page', async () => {
    const { node, openNode, kept, moveTo, settle, rain } = open();
    moveTo(rain);
    node.watch();
    await settle();
    node.startNote(null);
    node.typeNote('Which rain');
    // The page may end without a word: what was typed is sent within a second.
    await vi.advanceTimersByTimeAsync(1_000);
    expect(kept()).toEqual(['Which rain']);
    node.typeNote('Which rain?');
    node.close();
    await settle();

    const again = openNode();
    again.watch();
    await settle();
    expect(again.drafts.list.get()).toMatchObject([{ positionId: rain, text: 'Which rain?' }]);
    again.startNote(null);
    expect(again.unsavedNote.get()?.text).toBe('Which rain?');
    expect(await again.saveNote()).toBe(true);
    await again.flushDrafts();
    expect(kept()).toEqual([]);
  });
});
