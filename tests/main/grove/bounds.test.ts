import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { DraftOp } from '../../../src/core/buffer/pending-edit.ts';
import type { AgentId, NodeId, RequestId } from '../../../src/core/ids.ts';
import { MAX_LIST, MAX_SPANS, MAX_TEXT_LENGTH } from '../../../src/core/text/limits.ts';
import { type Spans, wholeSpans } from '../../../src/core/text/span.ts';
import { continueFrom, revise } from '../../../src/core/tree/operations.ts';
import { Overlay } from '../../../src/core/tree/overlay.ts';
import type { NodeContent } from '../../../src/core/tree/tree-node.ts';
import type { RequestName } from '../../../src/ipc/contract.ts';
import { inspect } from '../../../src/main/probe/inspect.ts';
import { recover } from '../../../src/main/probe/recover.ts';
import { openFile } from '../../../src/main/store/connection/open-file.ts';
import { partialPathOf } from '../../../src/main/store/connection/partial-file.ts';
import { findDraft, saveDraft } from '../../../src/main/store/tables/drafts.ts';
import { findUses } from '../../../src/main/store/tables/table-list.ts';
import { writeChange } from '../../../src/main/store/tables/write-change.ts';
import { sqlViews } from '../../../src/main/store/tree/sql-tree.ts';
import {
  draftsBranched,
  HISTORY_LOST,
  RECOVERED_DRAFT,
  textsDivided,
} from '../../../src/ui-text/recovery.ts';
import { HandlersDesk, textsOf } from '../../helpers/desk.ts';
import {
  countingIdsAndClock,
  MIGRATIONS,
  openGrove,
  plantGrove,
  temporaryFolder,
} from '../../helpers/grove.ts';

/** Bounds (`generation.md`): what the program writes, it opens again. */

/** The longest text, in JSON: each character is escaped. */
const ESCAPED = '\u0001'.repeat(MAX_TEXT_LENGTH);
/** A text that earlier versions allowed. */
const OLD = `${'a'.repeat(MAX_TEXT_LENGTH)}bc`;

/** Returns the way in which the program opens it. */
const kindOf = (path: string) => inspect({ path, migrations: MIGRATIONS }).kind;

function contentOf(text: string, spans: Spans): NodeContent {
  return { content: { type: 'text', text }, spans };
}

/** Writes to a closed grove what an earlier version would have. */
function writeAsBefore(
  path: string,
  texts: { readonly nodes?: readonly string[]; readonly version?: string; readonly draft?: string },
) {
  const desk = new HandlersDesk(path, 30_000);
  const { treeId } = desk;
  const writer = desk.grove.snapshot().writerId;
  return desk.close().then(() => {
    const idsAndClock = countingIdsAndClock(40_000);
    const store = openFile(path, { migrations: MIGRATIONS, now: idsAndClock.now });
    const author = { id: writer, type: 'human' } as const;
    const by = (text: string) => contentOf(text, wholeSpans(writer, text.length));
    store.transact((tx) => {
      const views = sqlViews(tx, treeId, writer);
      const after = new Overlay(views.tree, views.path);
      const nodes = (texts.nodes ?? []).map((text) => {
        const change = continueFrom(after.tree, after.path, after.path.head, by(text), author, idsAndClock);
        after.add(change);
        return change.nodes[0]?.id as NodeId;
      });
      const [first] = nodes;
      if (texts.version !== undefined && first !== undefined)
        after.add(revise(after.tree, after.path, first, by(texts.version), author, idsAndClock));
      const change = after.change();
      writeChange(tx, treeId, writer, change, 'commit');
    });
    const { draft } = texts;
    if (draft !== undefined)
      store.transact((tx) => {
        const { head } = sqlViews(tx, treeId, writer).path;
        saveDraft(tx, treeId, writer, {
          head,
          buffer: { text: draft, spans: wholeSpans(writer, draft.length) },
          edits: [],
        });
      });
    store.close();
    return { treeId, writer };
  });
}

async function emptyGrove(): Promise<string> {
  const desk = new HandlersDesk();
  await desk.close();
  return desk.path;
}

/** The texts of the nodes on the path. */
async function pathOf(desk: HandlersDesk): Promise<readonly string[]> {
  return textsOf(await desk.segments());
}

/** Keeps a failing test from printing megabytes. */
const lengths = (texts: readonly string[]) => texts.map(({ length }) => length);

describe('a draft', () => {
  test('as long as it may be is saved, committed and opened again, whatever its characters are', async () => {
    const desk = new HandlersDesk();
    await desk.call('draft.save', { ...(await desk.intent([desk.typed(ESCAPED)])), digest: null });
    await desk.call('draft.flush', { treeId: desk.treeId });
    expect(kindOf(desk.path)).toBe('sound');
    for (const [text, offset] of [
      ['x', 0],
      ['x', MAX_TEXT_LENGTH],
    ] as const)
      await expect(
        desk.call('draft.save', { ...(await desk.intent([desk.typed(text, { offset })])), digest: null }),
      ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await desk.commit();
    await desk.close();
    expect(kindOf(desk.path)).toBe('sound');
    const again = new HandlersDesk(desk.path, 1_000);
    expect((await again.shown()) === ESCAPED).toBe(true);
  });
});

test('what is longer than the bounds is refused before anything else, and main goes on', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('Once.')]);
  const { treeId } = desk;
  const agent = desk.grove.snapshot().agents.find(({ type }) => type === 'model')?.id as AgentId;
  const text = 'x'.repeat(60_000_000);
  const half = 'x'.repeat(MAX_TEXT_LENGTH / 2 + 1);
  const whole = (of: string): DraftOp => ({
    nodeId: null,
    whole: { text: of, spans: wholeSpans(agent, of.length) },
  });
  const save = async (ops: readonly DraftOp[]) => ({ ...(await desk.intent(ops)), digest: null });
  const draftOf = (...texts: readonly string[]) => ({
    buffer: { text: '', spans: [] },
    edits: texts.map((of) => ({
      nodeId: '01KDXZZZZZZZZZZZZZZZZZZZZZ',
      text: of,
      spans: wholeSpans(agent, of.length),
    })),
  });
  const restore = async (draft: unknown) => {
    const { pathVersion } = await desk.intent();
    return { treeId, pathVersion, head: await desk.positionAt(0), versions: [], pruned: [], draft };
  };
  const deep = Array.from({ length: 50_000 }).reduce<unknown>((inner) => ({ inner }), 1);
  const oneSpan = { agent, length: 1 };
  const requests: readonly (readonly [RequestName, unknown])[] = [
    ['draft.save', await save([desk.typed(text)])],
    ['draft.save', await save([whole(text)])],
    ['draft.save', await save([desk.typed(half), desk.typed(half)])],
    ['draft.save', await save([1, 2, 3, 4, 5].map(() => desk.typed(half)))],
    ['draft.save', await save(Array(MAX_LIST + 1).fill(desk.typed('x')))],
    [
      'draft.save',
      await save([{ nodeId: null, whole: { text: '', spans: Array(MAX_SPANS + 1).fill(oneSpan) } }]),
    ],
    [
      'draft.commit',
      {
        ...(await desk.intent([desk.typed(half), desk.typed(half)])),
        requestId: '01KDXZZZZZZZZZZZZZZZZZZZZZ' as RequestId,
      },
    ],
    ['path.restore', await restore(draftOf(half, half))],
    ['path.restore', await restore(draftOf(text))],
    ['tree.update', { treeId, title: 'x'.repeat(20_000_000) }],
    ['tree.create', { title: 'x'.repeat(1_001) }],
    ['grove.rename', { name: 'x'.repeat(5_000_000) }],
    ['grove.rename', { name: 'x'.repeat(201) }],
    ['agent.update', { agentId: agent, name: 'x'.repeat(201) }],
    ['agent.update', { agentId: agent, modelRef: `here:${'x'.repeat(5_000_000)}` }],
    ['agent.update', { agentId: agent, configuration: { extra: { text } } }],
    ['agent.update', { agentId: agent, configuration: { extra: { deep } } }],
    [
      'agent.update',
      {
        agentId: agent,
        configuration: {
          extra: Object.fromEntries(Array.from({ length: 400_000 }, (_, at) => [`k${at}`, at])),
        },
      },
    ],
    ['node.annotate', { treeId, nodeId: await desk.nodeAt(0), text: 'x'.repeat(1_000_001) }],
  ];
  const before = await desk.call('path.read', { treeId });
  for (const [name, input] of requests)
    await expect(desk.callRaw(name, input), name).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect(await desk.call('path.read', { treeId })).toEqual(before);
  await desk.commit([desk.typed('Twice.')]);
  expect(await desk.shown()).toBe('Once.Twice.');
});

describe('a grove of an earlier version', () => {
  test('with a longer text and draft opens and goes on: the text can be split, the draft is in a branch', async () => {
    const path = await emptyGrove();
    const { treeId, writer } = await writeAsBefore(path, { nodes: ['Before. ', OLD], draft: OLD });
    expect(kindOf(path)).toBe('sound');
    const desk = new HandlersDesk(path, 50_000);
    await desk.grove.recover([]);
    const [mark] = await desk.call('position.bookmarks', { treeId });
    expect(mark?.label).toBe(RECOVERED_DRAFT);
    await desk.call('path.goTo', { ...(await desk.intent()), nodeId: mark?.nodeId as NodeId });
    expect((await desk.shown()) === `Before. ${OLD}${OLD}`).toBe(true);
    const nodeId = await desk.nodeAt(1);
    await expect(desk.commit([desk.typed('x', { nodeId })])).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await desk.call('node.split', { ...(await desk.intent()), nodeId, offset: MAX_TEXT_LENGTH });
    expect(lengths(await pathOf(desk))).toEqual([8, MAX_TEXT_LENGTH]);
    await desk.commit([desk.typed('Long ', { nodeId: await desk.nodeAt(0) }), desk.typed(' More.')]);
    await desk.close();
    const store = openGrove(path);
    expect(findDraft(store, treeId, writer)).toBeUndefined();
    store.close();
    expect(kindOf(path)).toBe('sound');
  });

  test('with a longer text is not merged into another, nor is the text moved there', async () => {
    const path = await emptyGrove();
    const copy = join(temporaryFolder(), 'copy.aspen');
    copyFileSync(path, copy);
    await writeAsBefore(copy, { nodes: [OLD] });
    const ours = new HandlersDesk(path, 60_000);
    await ours.commit([ours.typed('Ours.')]);
    ours.chosenFile = copy;
    expect(await ours.call('copy.merge', {})).toBe('failed');
    expect(ours.grove.snapshot().notices.at(-1)?.detail).toContain('longer than a grove takes');
    expect(await ours.shown()).toBe('Ours.');
    const theirs = new HandlersDesk(copy, 70_000);
    const { treeId } = theirs;
    await theirs.call('tree.create', { title: 'Another' });
    theirs.chosenFile = new HandlersDesk(undefined, 80_000).path;
    await expect(theirs.call('tree.move', { treeId })).rejects.toThrow(/longer than a grove takes/);
  });

  test('with a longer text and a draft of 69 MB is recovered, and recovered again', async () => {
    const path = await emptyGrove();
    const draft = '\u0001'.repeat(11_500_000);
    const { treeId } = await writeAsBefore(path, { nodes: [OLD, ' After.'], version: 'Short.', draft });
    const copy = ['once.aspen', 'twice.aspen'].reduce((from, name) => {
      const target = join(temporaryFolder(), name);
      const report = recover({
        path: from,
        target,
        partial: partialPathOf(target),
        migrations: MIGRATIONS,
        now: 1,
      });
      expect(report.lost).toEqual(
        from === path ? [textsDivided(1), draftsBranched(1), HISTORY_LOST] : [HISTORY_LOST],
      );
      expect(kindOf(target)).toBe('sound');
      return target;
    }, path);
    const desk = new HandlersDesk(copy, 90_000);
    expect(await pathOf(desk)).toEqual(['Short.', '', ' After.']);
    for (const part of [0, 1]) {
      const at = await desk.positionAt(part);
      const versions = await desk.call('node.versions', { treeId, positionId: at });
      const to = { nodeId: versions.find(({ selected }) => !selected)?.nodeId as NodeId };
      await desk.call('path.selectVersion', { ...(await desk.intent()), at, to });
    }
    expect((await desk.shown()) === `${OLD} After.`).toBe(true);
    // Both parts of the one version, and the empty one of the other; what follows them verifies.
    const { nodes, violations } = await desk.call('grove.verify', {});
    expect([nodes.invalid, violations]).toEqual([3, []]);
    const [mark] = await desk.call('position.bookmarks', { treeId });
    await desk.call('path.goTo', { ...(await desk.intent()), nodeId: mark?.nodeId as NodeId });
    expect((await desk.shown()) === `${OLD} After.${draft}`).toBe(true);
  });
});

describe('the sizes that the reader accepts', () => {
  const accepted = (table: string, column: string) => findUses(table)?.columns[column]?.most;

  test('are given for every column whose values may have any length', () => {
    const { store } = plantGrove();
    store.close();
    const database = new Database(store.path, { readonly: true });
    const columns = database
      .prepare<[], { table: string; column: string; sql: string }>(
        `SELECT m.name AS "table", c.name AS "column", m.sql FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
         WHERE m.type = 'table' AND m.name NOT LIKE 'node_text%' AND c.type IN ('TEXT', 'BLOB') AND c.name <> 'id'`,
      )
      .all();
    database.close();
    const unlimited = columns
      .filter(({ column, sql }) => !sql.includes(`CHECK (${column} IN (`))
      .filter(({ table, column }) => accepted(table, column) === undefined);
    expect(unlimited).toEqual([]);
  });

  test('are above what the bounds allow', () => {
    const spans = 32 * MAX_SPANS;
    expect(accepted('node', 'text')).toBeGreaterThan(3 * MAX_TEXT_LENGTH);
    expect(accepted('node', 'authorship')).toBeGreaterThan(spans);
    expect(accepted('draft', 'buffer')).toBeGreaterThan(6 * MAX_TEXT_LENGTH + spans);
  });
});
