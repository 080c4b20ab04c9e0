import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { AgentId } from '../../../src/core/ids.ts';
import type { StoryPart } from '../../../src/ipc/wire/exchange.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { proposeDirective } from '../../helpers/propose-directive.ts';

/** Notes and suggestions that go out in a Word document, from a real file. */

async function open(...texts: readonly string[]) {
  const desk = new HandlersDesk();
  const { treeId, grove } = desk;
  for (const text of texts) await desk.commit([desk.typed(text)]);
  const createAgent = async (name: string) =>
    (await desk.call('agent.create', { name, modelRef: 'offline:dreamer', configuration: {}, color: null }))
      .id;
  /** Suggests to put words in place of others, which the whole text has once. */
  const suggest = (agentId: AgentId, words: string, content: string) => {
    const { version, text } = grove.proposals.take({
      treeId,
      agentId,
      scope: 'all',
      range: null,
      limit: 10_000,
    });
    const from = text.indexOf(words);
    const range = { from, to: from + words.length };
    const directive = {
      action: 'replace',
      version,
      content,
      range,
      fingerprint: null,
      rationale: null,
    } as const;
    const rest = { instruction: null, responseId: null, requestedAt: 0, acceptsOnArrival: false };
    const outcome = proposeDirective(grove.proposals, {
      ...rest,
      treeId,
      agentId,
      askedBy: agentId,
      directive,
      answer: content,
    });
    expect(outcome.kind).toBe('proposed');
  };
  /** The outcome, and the files of the document. */
  const exportWord = async (part?: StoryPart) => {
    const outcome = await desk.call('exchange.exportPath', {
      treeId,
      format: 'docx',
      preset: 'plain',
      withFences: false,
      formatMessages: true,
      names: 'bold',
      withNotes: true,
      withSuggestions: true,
      part,
    });
    if (outcome === null || outcome === 'stopped' || outcome.file === null) expect.unreachable();
    const files = unzipSync(readFileSync(join(desk.destination ?? '', outcome.file.name)));
    const read = (name: string) => strFromU8(files[`word/${name}.xml`] ?? new Uint8Array());
    const [document, comments] = [read('document'), read('comments')];
    return { leftOut: outcome.suggestionsLeftOut, document, comments };
  };
  return { desk, treeId, createAgent, suggest, exportWord };
}

const changesIn = (document: string) =>
  Array.from(
    document.matchAll(/<w:(ins|del) [^>]*w:author="([^"]*)"[^>]*><w:r>.*?<\/w:\1>/g),
    ([xml, kind, author]) => {
      const words = Array.from(xml.matchAll(/<w:(?:t|delText) [^>]*>([^<]*)/g), ([, text]) => text).join('');
      return `${kind} ${author}: ${words}`;
    },
  );

const commentsIn = (document: string) =>
  Array.from(
    document.matchAll(/<w:commentRangeStart w:id="(\d+)"\/>(.*?)<w:commentRangeEnd w:id="\1"/gs),
    ([, id, xml]) =>
      `${id}: ${Array.from((xml ?? '').matchAll(/<w:t [^>]*>([^<]*)/g), ([, text]) => text).join('')}`,
  );

test('notes are comments on their phrase, or on all of their passage', async () => {
  const { desk, treeId, exportWord } = await open('It rained all night.\n\n', 'She stayed.');
  const [first, second] = [await desk.nodeAt(0), await desk.nodeAt(1)];
  const annotate = (nodeId: typeof first, text: string, phrase?: { start: number; length: number }) =>
    desk.call('node.annotate', { treeId, nodeId, text, ...(phrase && { phrase }) });
  await annotate(second, 'On the whole.\nReally.');
  await annotate(first, 'Which night?', { start: 10, length: 9 });
  const removed = await annotate(first, 'Gone.');
  await desk.call('node.keepNote', { treeId, nodeId: removed.nodeId, kept: false });
  // A phrase is found in text that is typed and not committed.
  const typed = [desk.typed('Then: ', { nodeId: first, offset: 0 })];
  await desk.call('draft.save', { ...(await desk.intent(typed)), digest: null });
  const { document, comments } = await exportWord();
  expect(commentsIn(document)).toEqual(['0: all night', '1: She stayed.']);
  expect(comments).toMatch(/w:author="Mara" w:date="[^"]*Z" w:initials="M"/);
  expect(comments).toContain('Which night?');
  expect(comments).toContain('Really.');
  expect(comments).not.toContain('Gone.');
});

test('suggestions are tracked changes; what does not fit is left out and counted', async () => {
  const { desk, createAgent, suggest, exportWord } = await open(
    'It rained all night. ',
    'She stayed. He left.',
  );
  const [muse, critic] = [await createAgent('Muse'), await createAgent('Critic')];
  suggest(muse, 'rained', 'snowed');
  suggest(critic, 'It rained', 'It hailed');
  suggest(critic, 'stayed', 'waited');
  suggest(muse, 'He left.', 'He went.');
  // An agent that is archived keeps its name.
  await desk.call('agent.update', { agentId: muse, archived: true });
  // The writer changes words that one is about.
  const typed = [desk.typed('never ', { nodeId: await desk.nodeAt(1), offset: 15 })];
  await desk.call('draft.save', { ...(await desk.intent(typed)), digest: null });
  const { document, leftOut } = await exportWord();
  expect(changesIn(document)).toEqual([
    'del Muse: rained',
    'ins Muse: snowed',
    'del Critic: stayed',
    'ins Critic: waited',
  ]);
  expect(leftOut).toBe(2);
});

test('what is in a prompt or a passage that is left out stays with it, and a chapter has only its own', async () => {
  const fence = '```prompt name=storm\nThe storm.\n```\n\n';
  const { desk, treeId, createAgent, suggest, exportWord } = await open(
    `# One\n\n${fence}It rained.\n\n`,
    'Not for others.\n\n',
    '# Two\n\nShe stayed.',
  );
  const muse = await createAgent('Muse');
  for (const [words, content] of [
    ['The storm', 'A storm'],
    ['rained', 'snowed'],
    ['Not for', 'Never for'],
    ['stayed', 'waited'],
  ] as const)
    suggest(muse, words, content);
  const positionId = await desk.positionAt(1);
  const { tagId: tag } = await desk.call('tag.assign', { treeId, positionId, name: 'private' });
  await desk.call('tree.update', { treeId, settings: { book: { title: 'Ice', leftOut: [tag] } } });
  const { document, leftOut } = await exportWord();
  expect(changesIn(document)).toEqual([
    'del Muse: rained',
    'ins Muse: snowed',
    'del Muse: stayed',
    'ins Muse: waited',
  ]);
  expect(leftOut).toBe(0);
  const second = await exportWord({ kind: 'chapters', chapters: [{ index: 1, label: 'Two' }] });
  expect(changesIn(second.document)).toEqual(['del Muse: stayed', 'ins Muse: waited']);
  expect(second.leftOut).toBe(0);
  const shown = await desk.shown();
  const from = shown.indexOf('rained');
  const selected = await exportWord({
    kind: 'selection',
    from,
    to: shown.indexOf('# Two'),
    beginning: 'rained.',
  });
  expect(changesIn(selected.document)).toEqual(['del Muse: rained', 'ins Muse: snowed']);
  // A chapter alone has no title page.
  expect(second.document).not.toContain('w:val="Title"');
});
