import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readSampleSources } from '../../scripts/make-sample.ts';
import { documentSections, findSection } from '../../src/core/documents/document-sections.ts';
import type { NodeId } from '../../src/core/ids.ts';
import { readAllMarkdown } from '../../src/core/markdown/read-markdown.ts';
import { tokensOf } from '../../src/core/memory/memory-list.ts';
import { countWords } from '../../src/core/text/count-words.ts';
import type { Spans } from '../../src/core/text/span.ts';
import type { LoomTree } from '../../src/core/tree/loom-tree.ts';
import { textOf, type WholeNode } from '../../src/core/tree/tree-node.ts';
import { readReasoning } from '../../src/main/generation/read-reasoning.ts';
import { readMemory, rememberedIn } from '../../src/main/grove/agents/memory/read-memory.ts';
import { TextGate } from '../../src/main/grove/agents/text-gate.ts';
import { writeSampleGrove } from '../../src/main/grove/sample/sample-grove.ts';
import { parseSampleTree } from '../../src/main/grove/sample/sample-source.ts';
import { createIdFactory } from '../../src/main/id-factory.ts';
import type { Store } from '../../src/main/store/connection/store.ts';
import { listTurns } from '../../src/main/store/tables/agent-turns.ts';
import { listAgents } from '../../src/main/store/tables/agents.ts';
import { findDraft } from '../../src/main/store/tables/drafts.ts';
import { getGrove } from '../../src/main/store/tables/grove.ts';
import { findCursor } from '../../src/main/store/tables/path-state.ts';
import { findResponseBytes } from '../../src/main/store/tables/responses.ts';
import { listTrees } from '../../src/main/store/tables/trees.ts';
import { loadPath } from '../../src/main/store/tree/path-loading.ts';
import { sqlTree } from '../../src/main/store/tree/sql-tree.ts';
import { eachStoredNode, type StoredNode } from '../../src/main/store/tree/whole-trees.ts';
import { examine } from '../helpers/examine.ts';
import { digestOf, MIGRATIONS, openGrove, temporaryFolder } from '../helpers/grove.ts';
import { refusal } from '../helpers/refusal.ts';

const NOW = Date.UTC(2026, 8, 1, 12);
const writer = { id: createIdFactory({ now: () => NOW })(), name: 'Ines' };

function writeSample(path: string): void {
  writeSampleGrove({
    path,
    sources: readSampleSources(),
    migrations: MIGRATIONS,
    writer,
    now: NOW,
    makeIds: (now) => createIdFactory({ now }),
  });
}

let path: string;
let store: Store;
let story: LoomTree;
let stored: readonly StoredNode[];
let nodes: readonly WholeNode[];
/** The writer's view from the root to the head. */
let shown: readonly WholeNode[];

beforeEach(() => {
  path = join(temporaryFolder(), 'sample.aspen');
  writeSample(path);
  store = openGrove(path, { readonly: true });
  show('Low Water');
});

/** Reads one of its trees, to be looked at. */
function show(title: string): void {
  const found = listTrees(store).find((tree) => tree.title === title);
  if (found === undefined) throw new Error(`the sample has no tree ${title}`);
  story = found;
  stored = [...eachStoredNode(store, story.id)];
  nodes = stored.map(({ node }) => node);
  shown = loadPath(store, story.id, writerAgent().id).map(({ node }) => node);
}

function writerAgent() {
  return agentCalled('Ines');
}

function agentCalled(name: string) {
  const agent = listAgents(store).find((each) => each.name === name);
  if (agent === undefined) throw new Error(`no agent is called ${name}`);
  return agent;
}

function text(node: WholeNode): string {
  return textOf(node.content);
}

function hands(spans: Spans): number {
  return new Set(spans.map(({ agent }) => agent)).size;
}

function versionsOf(node: WholeNode): readonly WholeNode[] {
  return nodes.filter(({ positionId }) => positionId === node.positionId);
}

test('the sample passes the doctor, and most text of models has no record from a provider', () => {
  store.close();
  const { findings, isHealthy } = examine(path);
  expect(findings.filter(({ holds }) => !holds)).toEqual([]);
  expect(isHealthy).toBe(true);
  const details = findings.flatMap((finding) => finding.details);
  expect(details).toEqual([expect.stringMatching(/^incomplete: no record from a provider \(\d+ nodes: /)]);
});

test('the sample belongs to the person who opens it, and is dated to the preceding days', () => {
  expect(getGrove(store).ownerId).toBe(writer.id);
  expect(listAgents(store).map(({ name, type }) => `${name}, ${type}`)).toEqual(
    expect.arrayContaining(['Ines, human', 'Offline, model', 'Offline, bolder, model', 'Nell, human']),
  );
  const times = nodes.map(({ createdAt }) => createdAt);
  expect(Math.max(...times)).toBeLessThanOrEqual(NOW);
  expect(Math.min(...times)).toBeLessThan(NOW - 2 * 24 * 3_600_000);
});

test('a second attempt at the same path is rejected and changes nothing', () => {
  store.close();
  const before = digestOf(path);
  expect(refusal(() => writeSample(path))).toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect(digestOf(path)).toBe(before);
});

describe('the story shows', () => {
  test('a text of more than a page by several authors, with some Chinese', () => {
    const whole = shown.map(text).join('');
    expect(whole).toMatch(/^# The ninth of August\n\nThe road goes down to the water/);
    expect(whole).toMatch(/My daughter’s swing\.$/);
    expect(whole.split(/\s+/).length).toBeGreaterThan(800);
    expect(new Set(shown.map(({ authorId }) => authorId)).size).toBe(3);
    expect(whole).toMatch(/\p{Script=Han}{10}/u);
  });

  test('siblings with their own continuations, several openings, a split and a branch edit', () => {
    const tree = sqlTree(store, story.id);
    const forks = shown
      .map(({ positionId }) => tree.childrenOf(positionId))
      .filter(({ length }) => length > 1);
    expect(forks.length).toBeGreaterThanOrEqual(3);
    expect(tree.childrenOf(story.rootPositionId).length).toBeGreaterThan(1);
    const withFuture = forks.flat().filter((position) => tree.childrenOf(position).length > 0);
    expect(withFuture.length).toBeGreaterThan(forks.length);
    const beside = nodes.filter(({ id, positionId, editedFrom }) => {
      return editedFrom !== null && (positionId as string) === id;
    });
    const original = (from: NodeId | null) => text(nodes.find(({ id }) => id === from) ?? fail('original'));
    const splits = beside.filter(({ splitAt }) => splitAt !== null);
    expect(splits.map((node) => original(node.editedFrom).startsWith(text(node)))).toEqual([true]);
    expect(splits.map(({ positionId }) => tree.childrenOf(positionId).length)).toEqual([2]);
    expect(beside.some((node) => hands(node.spans) === 1 && text(node).includes('My mother'))).toBe(true);
  });

  test('an edited model node with mixed authorship, a node with four versions, and inferred spans', () => {
    const mixed = shown.filter(({ spans, editedFrom }) => editedFrom !== null && hands(spans) > 1);
    expect(mixed.length).toBeGreaterThanOrEqual(2);
    expect(mixed.every(({ spans }) => spans.every(({ inferred }) => inferred === undefined))).toBe(true);
    const most = shown.map(versionsOf).sort((a, b) => b.length - a.length)[0] ?? [];
    expect(most).toHaveLength(4);
    const inferred = nodes.filter(({ spans }) => spans.some((span) => span.inferred));
    expect(inferred.map(({ authorType }) => authorType).sort()).toEqual(['human', 'model']);
    expect(inferred.every(({ id }) => shown.every((node) => node.id !== id))).toBe(true);
  });

  test('bookmarks with and without labels, annotations, and excluded and pruned nodes', () => {
    const labels = nodes.filter(({ bookmarked }) => bookmarked).map(({ bookmarkLabel }) => bookmarkLabel);
    expect(labels).toContain(null);
    expect(labels).toContain('The last line?');
    const notes = stored.filter(({ edge }) => edge?.type === 'annotation');
    expect(notes.length).toBeGreaterThanOrEqual(1);
    expect(notes.every(({ node }) => node.authorId === agentCalled('Nell').id)).toBe(true);
    expect(shown.filter(({ excluded }) => excluded)).toHaveLength(1);
    const pruned = nodes.filter((node) => node.pruned);
    expect(pruned).toHaveLength(1);
    const tree = sqlTree(store, story.id);
    expect(pruned.flatMap(({ positionId }) => tree.childrenOf(positionId))).toHaveLength(1);
  });

  test('an empty node, a one-character node, and emoji and combining characters at node boundaries', () => {
    const texts = shown.map(text);
    expect(texts.slice(1)).toContain('');
    expect(nodes.map(text)).toContain('.');
    const meets = (before: RegExp, after: RegExp) =>
      texts.some((each, at) => before.test(each) && after.test(texts[at + 1] ?? ''));
    expect(meets(/\u{1f469}\u200d\u{1f467}$/u, /^\p{Extended_Pictographic}/u)).toBe(true);
    expect(meets(/Cafe$/, /^\u0301/)).toBe(true);
  });

  test('another person’s path, and a version of theirs that is not shown to the writer', () => {
    const nell = agentCalled('Nell').id;
    expect(findCursor(store, story.id, nell)?.head).not.toBe(shown.at(-1)?.positionId);
    const theirs = nodes.find((node) => node.authorId === nell && node.editedFrom !== null);
    expect(theirs).toBeDefined();
    expect(shown.map(({ positionId }) => positionId)).toContain(theirs?.positionId);
    expect(shown.map(({ id }) => id)).not.toContain(theirs?.id);
  });

  test('a draft after the head, with the caret at its end', () => {
    const draft = findDraft(store, story.id, writerAgent().id);
    expect(draft?.head).toBe(shown.at(-1)?.positionId);
    expect(draft?.buffer.text).toMatch(/^\n\nI was standing/);
    const length = shown.map(text).join('').length + (draft?.buffer.text.length ?? 0);
    expect(findCursor(store, story.id, writerAgent().id)?.caret).toMatchObject({
      anchor: length,
      head: length,
    });
  });

  test('memory and an author’s note, and a second tree with a very long title', () => {
    expect(story.settings).toMatchObject({
      memory: expect.stringContaining('surveyor'),
      authorsNote: expect.stringContaining('long sentences'),
    });
    const [, other] = listTrees(store);
    expect(other?.title.length).toBeGreaterThan(300);
  });
});

describe('the conversation shows', () => {
  beforeEach(() => show('What the map leaves out'));

  test('messages of all speakers about the story, alternatives, an empty one, and two in a row by one', () => {
    expect(story).toMatchObject({ mode: 'dialogue' });
    expect(listTrees(store).find(({ id }) => id === story.topicTreeId)?.title).toBe('Low Water');
    const speakers = shown.slice(1).map(({ authorId }) => authorId);
    expect(new Set(speakers).size).toBe(5);
    expect(speakers.some((speaker, at) => speaker === speakers[at + 1])).toBe(true);
    expect(shown.slice(1).map(text)).toContain('');
    const tree = sqlTree(store, story.id);
    expect(Math.max(...shown.map(({ positionId }) => tree.childrenOf(positionId).length))).toBe(3);
    expect(nodes.filter(({ pruned }) => pruned)).toHaveLength(1);
    expect(shown.filter(({ excluded }) => excluded)).toHaveLength(1);
  });

  test('Markdown of every kind, a long block of code, and what a page must not do as text', () => {
    const blocks = shown.flatMap((node) => readAllMarkdown(text(node)) ?? []);
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(
      new Set(['paragraph', 'heading', 'code-block', 'rule', 'quote', 'list', 'table']),
    );
    const inlines = JSON.stringify(blocks);
    for (const kind of ['emphasis', 'strong', 'strikethrough', 'code', 'link'])
      expect(inlines).toContain(`"kind":"${kind}"`);
    const code = blocks.map((block) => (block.kind === 'code-block' ? block.to - block.from : 0));
    expect(Math.max(...code)).toBeGreaterThan(1_000);
    expect(shown.map(text).join('\n')).toMatch(/<img src=x onerror=.*<script>.*\(javascript:/s);
  });

  test('a message that was fixed, one that was edited as a branch, and drafts of an edit and of a message', () => {
    const fixed = shown.filter(
      ({ editedFrom, positionId, id }) => editedFrom !== null && (positionId as string) !== id,
    );
    expect(fixed.map(({ spans }) => hands(spans))).toEqual([1, 2]);
    expect(
      nodes.filter(({ editedFrom, positionId, id }) => editedFrom !== null && (positionId as string) === id),
    ).toHaveLength(1);
    const draft = findDraft(store, story.id, writerAgent().id);
    expect(draft?.buffer.text).toMatch(/^So whose feet/);
    expect(draft?.edits.map(({ text }) => text)).toEqual([expect.stringContaining('in her own shoes')]);
  });

  test('a reply that was cut off and continued, with alternatives of a part, and what its model reasoned', () => {
    const parts = shown.filter(({ responseId }) => responseId !== null);
    expect(parts.map(({ seam, finishReason }) => [seam?.continues ?? false, finishReason])).toEqual([
      [false, 'length'],
      [true, 'length'],
      [true, 'stop'],
    ]);
    expect(parts.map(text).join('')).toContain('the valley was closed, since');
    const tree = sqlTree(store, story.id);
    expect(parts.map(({ positionId }) => tree.childrenOf(positionId).length)).toEqual([2, 1, 0]);
    const reasoned = parts.map(({ responseId }) => {
      const bytes = responseId === null ? undefined : findResponseBytes(store, responseId);
      return readReasoning(bytes?.body ?? new Uint8Array(), 0, 0);
    });
    expect(reasoned).toEqual([expect.stringMatching(/^The story says.*plans of the dam\.$/s), '', '']);
  });

  test('a turn of an agent, with commands that it carried out, one that was refused, and a thought', () => {
    const [turn, ...others] = listTurns(store, story.id);
    expect(others).toEqual([]);
    expect(turn?.actions.map(({ outcome }) => outcome)).toEqual([
      'done',
      'done',
      'done',
      'INVALID_SYNTAX',
      'done',
      'done',
      'done',
    ]);
    expect(turn?.actions.map(({ command }) => (command as { verb: string } | null)?.verb)).toEqual([
      'tree',
      'search',
      'read',
      undefined,
      'view',
      'pin',
      'think',
    ]);
    expect(turn?.calls.at(-1)?.nodeId).toBe(shown[2]?.id);
    expect(turn?.actions[0]?.line).toMatch(/^→ tree from \[[a-z0-9]{6}\] depth:3$/);
    const gate = new TextGate(store, true);
    const memory = readMemory(store, story.id, shown[2]?.positionId ?? fail('answer'), {
      id: agentCalled('Surveyor').id,
      isPerson: false,
      readsDocuments: true,
      gate,
    });
    const find = rememberedIn(store, { writerId: writerAgent().id, readsDocuments: true, gate });
    const [pin = fail('pin')] = memory.pins;
    expect(`✓ pinned ${find(pin.of)?.name} (${tokensOf(find(pin.of)?.text ?? '')})`).toBe(
      turn?.actions[5]?.result,
    );
    expect(agentCalled('Surveyor').archivedAt).not.toBeNull();
  });
});

describe('the document shows', () => {
  beforeEach(() => show('The valley'));

  test('people and places under headings, which are lore, a version by an agent that is offered, and a note', () => {
    expect(story).toMatchObject({ kind: 'document', mode: 'buffer' });
    const whole = shown.map(text).join('');
    expect(documentSections(whole).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['People', 'Mr Zhou', 'Places', 'The school', 'The well']),
    );
    const lore = story.settings.lore?.map(
      ({ part = '' }) => findSection(documentSections(whole), part)?.title,
    );
    expect(lore).toEqual(['Her father', 'Mr Zhou', 'The school', 'The well']);
    const offered = nodes.filter(({ authorId }) => authorId === agentCalled('Surveyor').id);
    expect(offered.map(({ id }) => shown.some((node) => node.id === id))).toEqual([false]);
    expect(offered.map(text)).toEqual([expect.stringContaining('Eleven metres and forty centimetres')]);
    expect(stored.filter(({ edge }) => edge?.type === 'annotation')).toHaveLength(1);
  });

  test('what the agent was answered when it read in it', () => {
    const whole = shown.map(text).join('');
    const root = nodes.find(({ positionId }) => positionId === story.rootPositionId);
    show('What the map leaves out');
    const read = listTurns(store, story.id)[0]?.actions.find(({ line }) => line.startsWith('→ read'));
    const place = { kind: 'section', section: 'The school' };
    expect(read?.command).toEqual({ verb: 'read', document: 'The valley', part: place });
    const section = findSection(documentSections(whole), 'The school') ?? fail('section');
    const words = whole.slice(section.from, section.to).trimEnd();
    const first = whole.slice(0, section.from).split('\n').length;
    const lines = `lines ${first}-${first + words.split('\n').length - 1}`;
    const about = `doc:"The valley" [${root?.localId}] · section "The school" · ${lines} · ${countWords(whole)} words`;
    expect(read?.result).toBe(`${about}\n${words}`);
  });
});

describe('a sample file in an invalid format', () => {
  test.each([
    ['a step that there is not', 'title: A\n\n== burn it\n'],
    ['a node without an author', 'title: A\n\n== node a | after root\nText\n'],
    ['half a replacement', 'title: A\n\n== edit a | of b | by writer\n- old\n'],
    ['an unknown joint', 'title: A\n\n== node a | after b | by writer | joined by glue\nText\n'],
    ['an unknown end', 'title: A\n\n== reply a | after b | by offline | ends badly\nText\n'],
    ['no time', 'title: A\n\n== later soon\n'],
    ['an unknown mode', 'title: A\nmode: poem\n'],
    ['a result without a command', 'title: A\n\n== turn | by offline | after a | answer b\n  Done.\n'],
    ['no title', '== node a | after root | by writer\nText\n'],
  ])('is rejected: %s', (_, source) => {
    expect(() => parseSampleTree(source)).toThrow(/sample/);
  });
});

function fail(what: string): never {
  throw new Error(`no ${what}`);
}
