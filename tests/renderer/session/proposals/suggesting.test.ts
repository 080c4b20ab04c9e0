import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import type { AgentId, NodeId, PositionId, ProposalId, TurnId } from '../../../../src/core/ids.ts';
import { byKey, countsOf } from '../../../../src/renderer/session/proposals/proposal-state.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { type Step, scriptedProvider } from '../../../helpers/scripted-provider.ts';
import { openWritingDesk, resumeWriting, type WritingDesk } from '../writing-desk.ts';
import { addAgent, decisions, marks, propose } from './suggesting-desk.ts';

/** Suggestions in a manuscript with the real editor, the program's own handlers and a real file. */

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const RAIN = 'It rained all night. The road was gone in the morning. ';
const WAITING = 'We waited for the ferry. Nobody came.';

interface Suggested extends WritingDesk {
  readonly muse: AgentId;
  readonly proposalId: ProposalId;
  text(): string;
}

/** Two nodes, and three suggestions by an agent: `night` → `day`, `morning` → `noon`, `ferry` → `boat`. */
async function openSuggested(acceptsOnArrival = false): Promise<Suggested> {
  const writing = await openWritingDesk([RAIN, WAITING]);
  await writing.settle();
  const muse = await addAgent(writing, 'Muse');
  const proposalId = propose(writing.desk, {
    agentId: muse,
    changes: [
      ['It rained all night.', 'It rained all day.'],
      ['The road was gone in the morning.', 'The road was gone in the noon.'],
      ['We waited for the ferry.', 'We waited for the boat.'],
    ],
    acceptsOnArrival,
  });
  await writing.settle();
  return { ...writing, muse, proposalId, text: () => writing.manuscript.textForChecks() };
}

describe('deciding', () => {
  it('accepting one puts its words in the text as the agent’s, and undo brings back text and suggestion', async () => {
    const writing = await openSuggested();
    const { buffer, desk, manuscript, settle, text } = writing;
    expect(marks(writing)).toEqual(['open: night', 'open: morning', 'open: ferry']);
    expect(buffer.proposals.goTo('next')).toBe(true);
    buffer.proposals.accept({ caret: 'after' });
    await settle();
    expect(text()).toBe(RAIN.replace('night', 'day') + WAITING);
    expect(writing.shown().letters).toContain('mmm');
    expect(manuscript.cursor().head).toBe('It rained all day'.length);
    expect(await decisions(desk)).toEqual(['accepted', 'open', 'open']);
    manuscript.undo();
    await settle();
    expect(text()).toBe(RAIN + WAITING);
    expect(await decisions(desk)).toEqual(['open', 'open', 'open']);
    manuscript.redo();
    await settle();
    expect(await decisions(desk)).toEqual(['accepted', 'open', 'open']);
    await writing.agree();
  });

  it('rejecting one leaves the text, and undo shows it again', async () => {
    const writing = await openSuggested();
    const { buffer, desk, manuscript, settle, text } = writing;
    buffer.proposals.goTo('next');
    buffer.proposals.goTo('next');
    buffer.proposals.reject();
    await settle();
    expect([text(), await decisions(desk)]).toEqual([RAIN + WAITING, ['open', 'rejected', 'open']]);
    manuscript.undo();
    await settle();
    expect(await decisions(desk)).toEqual(['open', 'open', 'open']);
    expect(marks(writing)).toEqual(['open: night', 'open: morning', 'open: ferry']);
  });

  it('accepting all is one step of undo, across nodes', async () => {
    const writing = await openSuggested();
    const { buffer, desk, manuscript, proposalId, settle, text } = writing;
    buffer.proposals.acceptAll(proposalId);
    await settle();
    const all = RAIN.replace('night', 'day').replace('morning', 'noon') + WAITING.replace('ferry', 'boat');
    expect([text(), await decisions(desk)]).toEqual([all, ['accepted', 'accepted', 'accepted']]);
    expect(buffer.proposals.bar.get()).toBeNull();
    manuscript.undo();
    await settle();
    expect([text(), await decisions(desk)]).toEqual([RAIN + WAITING, ['open', 'open', 'open']]);
  });

  it('the bar goes on to the next one, and says how many are left', async () => {
    const { buffer, notices } = await openSuggested();
    const { proposals } = buffer;
    proposals.goTo('next');
    const shown = () => {
      const bar = proposals.bar.get();
      return bar?.kind === 'suggestion'
        ? [bar.current.suggestion.inserted, bar.current.number, bar.current.count]
        : bar;
    };
    expect(shown()).toEqual(['day', 1, 3]);
    proposals.accept({ goesOn: true });
    expect(shown()).toEqual(['noon', 1, 2]);
    proposals.reject({ goesOn: true });
    expect(shown()).toEqual(['boat', 1, 1]);
    proposals.accept({ goesOn: true });
    expect(shown()).toBeNull();
    const said = notices.log.get().map(({ text }) => text);
    expect(said).toContain('Suggestion 1 of 3 by Muse: removes “night”, inserts “day”.');
    expect(said.at(-1)).toBe('Accepted. No suggestions left.');
  });

  it('a suggestion that is edited is accepted, with its words selected', async () => {
    const writing = await openSuggested();
    const { buffer, manuscript, desk, settle } = writing;
    buffer.proposals.goTo('next');
    buffer.proposals.edit();
    expect(manuscript.selectedText()).toBe('day');
    manuscript.type('week');
    await settle();
    expect(writing.text()).toBe(RAIN.replace('night', 'week') + WAITING);
    expect(writing.shown().letters).not.toContain('m');
    expect((await decisions(desk))[0]).toBe('accepted');
  });
});

describe('what the writer types', () => {
  it('moves suggestions along, also while their places are on the way', async () => {
    const writing = await openWritingDesk([RAIN, WAITING]);
    const { desk, buffer, type, settle } = writing;
    await settle();
    const muse = await addAgent(writing, 'Muse');
    propose(desk, { agentId: muse, changes: [['We waited for the ferry.', 'We waited for the boat.']] });
    const read = buffer.proposals.shown.untilShown();
    type('Listen. ', 0);
    await settle();
    await read;
    expect(marks(writing)).toEqual(['open: ferry']);
    type('Hear me. ', 0);
    type(' At all.');
    await settle();
    expect(marks(writing)).toEqual(['open: ferry']);
    await writing.agree();
  });

  it('makes a conflict of a suggestion whose sentence it changes, with three texts', async () => {
    const writing = await openSuggested();
    const { buffer, type, settle, desk } = writing;
    const at = writing.text().indexOf('rained');
    type('snowed', at, at + 'rained'.length);
    await settle();
    expect(marks(writing)[0]).toBe('conflict: night');
    const { proposals } = buffer;
    const first = proposals.shown.now.get()[0];
    if (first === undefined) throw new Error('there is no suggestion');
    proposals.goTo(first);
    const bar = proposals.bar.get();
    expect(bar?.kind === 'suggestion' ? bar.texts : null).toEqual({
      was: 'It rained all night. ',
      yours: 'It snowed all night. ',
    });
    proposals.accept();
    await settle();
    expect(writing.text()).toBe(RAIN.replace('rained all night', 'snowed all day') + WAITING);
    expect((await decisions(desk))[0]).toBe('accepted');
  });
});

describe('places', () => {
  it('are away on another branch, and back with their nodes', async () => {
    const writing = await openSuggested();
    const { buffer, desk, manuscript, settle, tree } = writing;
    const ferry = tree.path.headId;
    manuscript.moveCaretAfter(0);
    const left = tree.navigation.endPathHere();
    await settle();
    await left;
    await settle();
    expect(marks(writing)).toEqual(['open: night', 'open: morning']);
    const { proposals, now } = buffer.proposals.shown;
    const [proposal] = proposals.get();
    expect(proposal && countsOf(proposal, byKey(now.get()))).toMatchObject({ open: 2, away: 1 });
    writing.type('They walked.');
    const back = tree.navigation.goTo(ferry);
    await settle();
    await back;
    await settle();
    expect(marks(writing)).toEqual(['open: night', 'open: morning', 'open: ferry']);
    expect(await decisions(desk)).toEqual(['open', 'open', 'open']);
  });

  it('are there again when the manuscript is opened again', async () => {
    const writing = await openSuggested();
    writing.type('Listen. ', 0);
    await writing.settle();
    writing.vanish();
    const again = await resumeWriting(writing.desk);
    await again.settle();
    expect(marks(again)).toEqual(['open: night', 'open: morning', 'open: ferry']);
    again.buffer.proposals.goTo('next');
    again.buffer.proposals.accept();
    await again.settle();
    expect((await decisions(writing.desk))[0]).toBe('accepted');
  });

  it('of two agents meet: accepting one makes a conflict of the other', async () => {
    const writing = await openSuggested();
    const { buffer, desk, settle } = writing;
    const critic = await addAgent(writing, 'Critic');
    propose(desk, { agentId: critic, changes: [['It rained all night.', 'It rained all week.']] });
    await settle();
    const { proposals } = buffer;
    const here = proposals.shown.now.get().filter(({ from }) => from < 20);
    expect(here.map(({ state, atPlace }) => [state, atPlace])).toEqual([
      ['open', 1],
      ['open', 2],
    ]);
    const [first, second] = here;
    if (first === undefined || second === undefined) throw new Error('there are not two');
    proposals.goTo(second);
    const { current } = proposals;
    expect([current?.now.atPlace, current?.countAtPlace]).toEqual([2, 2]);
    proposals.accept();
    await settle();
    const left = proposals.shown.now
      .get()
      .find((one) => one.proposalId === first.proposalId && one.ordinal === first.ordinal);
    expect(left?.state).toBe('conflict');
  });
});

describe('undo past a commit', () => {
  const ALL = 'one two three four five six seven eight nine ten eleven twelve';
  const SUGGESTED = ALL.replace('four', 'FOUR').replace('eight', 'EIGHT');

  /** One suggestion, `four … eight`, the beginning of which was overwritten and committed. */
  async function openOverwritten(): Promise<WritingDesk> {
    const writing = await openWritingDesk([ALL]);
    await writing.settle();
    const muse = await addAgent(writing, 'Muse');
    propose(writing.desk, { agentId: muse, changes: [[ALL, SUGGESTED]] });
    await writing.settle();
    writing.type('ZZ', 4, ALL.indexOf(' six'));
    await writing.settle();
    void writing.tree.commit();
    await writing.settle();
    return writing;
  }

  it('opens a suggestion at its words again, and accepting it writes each word once', async () => {
    const writing = await openOverwritten();
    const { manuscript, settle, desk } = writing;
    expect(marks(writing)).toEqual(['conflict:  six seven eight']);
    manuscript.undo();
    expect(marks(writing)).toEqual(['open: four five six seven eight']);
    await settle();
    expect(marks(writing)).toEqual(['open: four five six seven eight']);
    writing.vanish();
    const again = await resumeWriting(desk);
    await again.settle();
    expect(marks(again)).toEqual(['open: four five six seven eight']);
    again.buffer.proposals.goTo('next');
    again.buffer.proposals.accept();
    await again.settle();
    expect(again.manuscript.textForChecks()).toBe(SUGGESTED);
  });

  it('left undone, it conflicts with the sentence that is there, and keeps the space between words', async () => {
    const { desk, vanish } = await openOverwritten();
    vanish();
    const again = await resumeWriting(desk);
    await again.settle();
    again.buffer.proposals.goTo('next');
    const bar = again.buffer.proposals.bar.get();
    expect(bar?.kind === 'suggestion' ? bar.texts?.yours : null).toBe(again.manuscript.textForChecks());
    again.buffer.proposals.accept();
    expect(again.manuscript.textForChecks()).toBe('one ZZ FOUR five six seven EIGHT nine ten eleven twelve');
  });

  it('opens a suggestion that was accepted before it', async () => {
    const writing = await openSuggested();
    const { buffer, manuscript, settle, tree, desk } = writing;
    buffer.proposals.goTo('next');
    buffer.proposals.accept();
    await settle();
    void tree.commit();
    await settle();
    expect(marks(writing)).toEqual(['open: morning', 'open: ferry']);
    manuscript.undo();
    await settle();
    expect(marks(writing)).toEqual(['open: night', 'open: morning', 'open: ferry']);
    expect(await decisions(desk)).toEqual(['open', 'open', 'open']);
  });
});

it('the other suggestions of a text are followed into its other versions', async () => {
  const writing = await openSuggested();
  const { buffer, settle, tree } = writing;
  buffer.proposals.goTo('next');
  buffer.proposals.accept();
  await settle();
  void tree.commit();
  writing.select(10);
  await settle();
  void tree.navigation.stepVersion(-1);
  await settle();
  expect(writing.text()).toBe(RAIN + WAITING);
  expect(marks(writing)).toEqual(['open: morning', 'open: ferry']);
  void tree.navigation.stepVersion(1);
  await settle();
  expect(marks(writing)).toEqual(['open: morning', 'open: ferry']);
});

describe('an agent that may edit by itself', () => {
  it('has its suggestions accepted on arrival; what undo brings back stays undecided', async () => {
    const writing = await openSuggested(true);
    const { desk, manuscript, notices, settle } = writing;
    expect(writing.text()).toContain('It rained all day.');
    expect(await decisions(desk)).toEqual(['accepted', 'accepted', 'accepted']);
    const [banner] = notices.banners.get();
    expect(banner?.sentence).toBe('Muse changed the text in 3 places.');
    banner?.actions[0]?.run();
    await settle();
    expect([writing.text(), await decisions(desk)]).toEqual([RAIN + WAITING, ['open', 'open', 'open']]);
    expect(notices.banners.get()).toEqual([]);
    expect(manuscript.summary().characters).toBe(writing.text().length);
  });
});

describe('an edit that the writer asked for', () => {
  it('is offered if the writer is elsewhere, and a refused one can be asked for again', async () => {
    const writing = await openSuggested();
    const { desk, muse, notices, settle } = writing;
    propose(desk, { agentId: muse, changes: [['Nobody came.', 'Nobody left.']], instruction: 'Plainer' });
    await settle();
    expect(notices.banners.get().map(({ sentence }) => sentence)).toEqual(['Muse suggests 1 change.']);
    notices.banners.get()[0]?.actions[0]?.run();
    expect(writing.buffer.proposals.current?.suggestion.removed).toBe('came');
    propose(desk, { agentId: muse, changes: [['It never said this.', 'No.']], instruction: 'Plainer' });
    await settle();
    const [refused] = notices.banners.get();
    expect(refused?.sentence).toBe('Muse’s edit does not fit the text. Nothing was changed.');
    expect(refused?.actions.map(({ label }) => label)).toEqual(['Ask again']);
  });
});

it('a request that cannot be made says why: in the bar, or by a notice once that is closed', async () => {
  const writing = await openSuggested();
  const { asks } = writing.buffer.proposals;
  asks.open();
  expect(asks.state.get()).toMatchObject({ isOpen: true, scope: 'chapter', hasSelection: false });
  await asks.ask(writing.muse);
  expect(asks.state.get().problem).toBe('Say what should be changed.');
  asks.change({ instruction: 'Plainer' });
  const ask = async (close: () => void) => {
    const asked = asks.ask(writing.muse);
    close();
    await writing.settle();
    await asked;
  };
  const reason = 'The provider does not have this model. Your text is untouched.';
  await ask(() => undefined);
  expect([asks.state.get().problem, writing.notices.banners.get()]).toEqual([reason, []]);
  await ask(() => asks.close());
  expect(writing.notices.banners.get().map(({ sentence }) => sentence)).toEqual([reason]);
  expect(asks.isRunning).toBe(false);
});

it('an answer that fails can be asked for again, and is then read as if it had been the first', async () => {
  const writing = await openSuggested();
  const { buffer, desk, notices, settle } = writing;
  const { asks } = buffer.proposals;
  const answers: Step[][] = [
    [{ fail: new AspenError('AUTHENTICATION', 'the key is wrong') }],
    ['<<<<<<< SEARCH\nNobody came.\n=======\nNobody left.\n>>>>>>> REPLACE', { finish: 'stop' }],
  ];
  const provider = scriptedProvider([], 'openai');
  desk.provider = {
    ...provider,
    complete: (...request) => scriptedProvider(answers.shift() ?? [], 'openai').complete(...request),
  };
  asks.open();
  asks.change({ instruction: 'Plainer' });
  const asked = asks.ask(writing.muse);
  asks.close();
  await settle();
  await asked;
  await vi.waitFor(() => expect(notices.banners.get()).toHaveLength(1));
  expect(asks.all.get()[0]?.error?.sentence).toBe(notices.banners.get()[0]?.sentence);
  notices.banners.get()[0]?.actions[0]?.run();
  await settle();
  await vi.waitFor(() => expect(marks(writing)).toContain('open: came'));
  expect(asks.all.get()).toEqual([]);
  expect(notices.banners.get().map(({ sentence }) => sentence)).toEqual(['Muse suggests 1 change.']);
});

it('a letter typed when the answer has come does not take the place of the passage it is about', async () => {
  const writing = await openSuggested();
  const { buffer, desk, muse, manuscript, select, settle } = writing;
  const { asks } = buffer.proposals;
  const passage = 'Nobody came.';
  const from = writing.text().indexOf(passage);
  select(from, from + passage.length);
  asks.open();
  propose(desk, { agentId: muse, changes: [[passage, 'Nobody left.']], instruction: 'Plainer' });
  await settle();
  expect(asks.state.get().isOpen).toBe(false);
  manuscript.type(' Not even a dog.');
  expect(writing.text()).toBe(`${RAIN}${WAITING} Not even a dog.`);
});

it('a manuscript without suggestions makes no request that waits for typed text', async () => {
  const names: string[] = [];
  const first = await openWritingDesk([RAIN]);
  first.vanish();
  const writing = await resumeWriting(first.desk, [], {}, (name, send) => {
    names.push(name);
    return send();
  });
  writing.type('More. ');
  await writing.settle();
  expect(names.filter((name) => name.startsWith('proposal.'))).toEqual(['proposal.list']);
});

describe('a version that an agent offers', () => {
  const CHANGED = 'It rained all day. The road was gone in the morning. ';

  /** The agent's answer in a turn about the manuscript. */
  async function answer(writing: WritingDesk, said: string): Promise<TurnId> {
    const { desk, settle } = writing;
    const { treeId } = desk;
    const { id: muse } = await desk.call('agent.create', {
      name: 'Muse',
      modelRef: 'openai:some-model',
      configuration: { completionStyle: 'chat' },
      permissions: { loom_aware: 'allow', loom_write: 'allow', doc_read: 'allow', doc_write: 'allow' },
      color: null,
    });
    const answers: Step[][] = [
      [`${said}\n`, { finish: 'stop' }],
      ['Done.', { finish: 'stop' }],
    ];
    const provider = scriptedProvider([], 'openai');
    desk.provider = {
      ...provider,
      complete: (...request) => scriptedProvider(answers.shift() ?? [], 'openai').complete(...request),
    };
    const { id: talk } = await desk.call('tree.create', {
      title: null,
      mode: 'dialogue',
      topicTreeId: treeId,
    });
    const asked = { at: null, agentId: muse, maxTokens: 200, topicAt: null };
    const { turn } = await desk.call('turn.start', {
      ...(await desk.intent([desk.typed('Well?')], talk)),
      ...asked,
    });
    const isOver = async () => {
      await settle();
      const running = await desk.call('turn.running', {});
      expect(running.some(({ turnId }) => turnId === turn.turnId)).toBe(false);
    };
    await vi.waitFor(isOver, { timeout: 60_000 });
    await settle();
    return turn.turnId;
  }

  async function openOffered() {
    const writing = await openWritingDesk([RAIN, WAITING]);
    const { desk, settle } = writing;
    await settle();
    const { node } = await desk.call('node.read', {
      treeId: desk.treeId,
      nodeId: await desk.nodeAt(0),
    });
    const turnId = await answer(writing, `→ edit [${node.localId}] "${CHANGED}"`);
    expect(marks(writing)).toEqual(['open: night']);
    return { ...writing, turnId, text: () => writing.manuscript.textForChecks() };
  }

  const versions = async ({ desk }: WritingDesk, index = 0) => {
    const positionId = await desk.positionAt(index);
    return desk.call('node.versions', { treeId: desk.treeId, positionId });
  };

  it('is selected when its suggestion is accepted, and one undo takes that back', async () => {
    const writing = await openOffered();
    const { buffer, desk, manuscript, settle, text, tree } = writing;
    expect(text()).toBe(RAIN + WAITING);
    const before = await desk.nodeAt(0);
    const offered = (await versions(writing)).find(({ nodeId }) => nodeId !== before);
    buffer.proposals.goTo('next');
    buffer.proposals.accept({ caret: 'after' });
    void tree.commit();
    await settle();
    expect(text()).toBe(CHANGED + WAITING);
    expect(await versions(writing)).toHaveLength(2);
    expect(await desk.nodeAt(0)).toBe(offered?.nodeId);
    manuscript.undo();
    await settle();
    expect([text(), marks(writing)]).toEqual([RAIN + WAITING, ['open: night']]);
    await writing.agree();
  });

  it('stays among the versions when its suggestion is rejected', async () => {
    const writing = await openOffered();
    const { buffer, settle, text } = writing;
    buffer.proposals.goTo('next');
    buffer.proposals.reject();
    await settle();
    expect([text(), marks(writing)]).toEqual([RAIN + WAITING, []]);
    expect(await versions(writing)).toHaveLength(2);
  });

  it('is gone from the page, the suggestions and the versions when its turn is undone, until redo', async () => {
    const writing = await openOffered();
    const { buffer, desk, settle, tree, turnId } = writing;
    const listed = async () => [
      marks(writing),
      buffer.proposals.shown.proposals.get().length,
      (await versions(writing)).length,
      tree.path.mirror.get().headers[0]?.versionCount,
    ];
    expect(await listed()).toEqual([['open: night'], 1, 2, 2]);
    await desk.call('turn.undo', { turnId });
    await settle();
    expect(await listed()).toEqual([[], 0, 1, 1]);
    await desk.call('turn.redo', { turnId });
    await settle();
    expect(await listed()).toEqual([['open: night'], 1, 2, 2]);
  });

  it('is a conflict where the passage has changed', async () => {
    const writing = await openOffered();
    const { settle, type } = writing;
    type('evening', RAIN.indexOf('night'), RAIN.indexOf('night') + 'night'.length);
    await settle();
    expect(marks(writing)).toEqual(['conflict: evening']);
  });

  it('of a text that is divided stands in what the page shows of it, and in the rest once that is shown', async () => {
    const writing = await openWritingDesk([RAIN]);
    const { buffer, desk, manuscript, select, settle, tree, type } = writing;
    const base = await desk.nodeAt(0);
    const { node } = await desk.call('node.read', { treeId: desk.treeId, nodeId: base });
    select('It rained all night. The road'.length);
    const splitting = buffer.commands.split();
    await settle();
    await splitting;
    type(' led to the lake.');
    await tree.commit();
    await settle();
    await answer(
      writing,
      `→ edit [${node.localId}] "${RAIN.replace('night', 'day').replace('morning', 'noon')}"`,
    );
    expect(marks(writing)).toEqual(['open: night']);
    const offeredAt = async (positionId: PositionId, original: NodeId) => {
      const all = await desk.call('node.versions', { treeId: desk.treeId, positionId });
      return all.find(({ nodeId }) => nodeId !== original)?.nodeId;
    };
    const offered = await offeredAt(node.positionId, base);
    const offeredPart = await offeredAt(await desk.positionAt(0), await desk.nodeAt(0));

    buffer.proposals.goTo('next');
    buffer.proposals.accept({ caret: 'after' });
    void tree.commit();
    await settle();
    expect(manuscript.textForChecks()).toBe('It rained all day. The road led to the lake.');
    expect(await desk.nodeAt(0)).toBe(offeredPart);
    manuscript.undo();
    await settle();
    expect(marks(writing)).toEqual(['open: night']);

    void tree.navigation.goTo(node.positionId);
    await settle();
    expect(marks(writing)).toEqual(['open: night', 'open: morning']);
    const [proposal] = await desk.call('proposal.list', { treeId: desk.treeId });
    buffer.proposals.acceptAll(proposal?.proposalId as ProposalId);
    void tree.commit();
    await settle();
    expect(manuscript.textForChecks()).toBe(RAIN.replace('night', 'day').replace('morning', 'noon'));
    expect(await desk.nodeAt(0)).toBe(offered);
    expect(await desk.call('grove.verify', {})).toMatchObject({ violations: [], log: [] });
    await writing.agree();
  });

  describe('in a document', () => {
    async function openDocument(): Promise<WritingDesk> {
      const desk = new HandlersDesk();
      await desk.call('tree.create', { title: 'Marie', kind: 'document' });
      const writing = await resumeWriting(desk, [
        '# Marie\n\nShe came from the sea. ',
        '\n\nShe fears the lake.',
      ]);
      await writing.settle();
      return writing;
    }

    it('is selected when all of its suggestions are accepted, whatever nodes they are in', async () => {
      const writing = await openDocument();
      const { buffer, desk, manuscript, settle, tree } = writing;
      await answer(writing, '→ write doc:"Marie" replace:3-5 "She came from the hills. She fears the ice."');
      const text = '# Marie\n\nShe came from the sea. \n\nShe fears the lake.';
      expect(manuscript.textForChecks()).toBe(text);
      const offered = [await versions(writing, 0), await versions(writing, 1)].flatMap((all) => all.slice(1));
      expect(offered).toHaveLength(2);
      const [proposal] = await desk.call('proposal.list', { treeId: desk.treeId });
      buffer.proposals.acceptAll(proposal?.proposalId as ProposalId);
      void tree.commit();
      await settle();
      expect(manuscript.textForChecks()).toBe('# Marie\n\nShe came from the hills. She fears the ice.');
      expect([await desk.nodeAt(0), await desk.nodeAt(1)]).toEqual(offered.map(({ nodeId }) => nodeId));
      manuscript.undo();
      await settle();
      expect(manuscript.textForChecks()).toBe(text);
      await writing.agree();
    });

    it('shows what each command of a turn changes, though the later one goes on from the earlier', async () => {
      const writing = await openDocument();
      const { buffer, desk, manuscript, settle, tree } = writing;
      const turnId = await answer(
        writing,
        '→ write doc:"Marie" replace:3 "She came from the hills. "\n→ write doc:"Marie" replace:1 "# Maria"',
      );
      expect(marks(writing)).toEqual(['open: Marie', 'open: sea']);
      const reread = async (name: 'turn.undo' | 'turn.redo') => {
        await desk.call(name, { turnId });
        buffer.proposals.shown.onChanged([]);
        await settle();
        return marks(writing);
      };
      expect(await reread('turn.undo')).toEqual([]);
      expect(await reread('turn.redo')).toEqual(['open: Marie', 'open: sea']);
      const proposals = await desk.call('proposal.list', { treeId: desk.treeId });
      for (const { proposalId } of proposals) buffer.proposals.acceptAll(proposalId);
      void tree.commit();
      await settle();
      expect(manuscript.textForChecks()).toBe('# Maria\n\nShe came from the hills. \n\nShe fears the lake.');
      expect(await versions(writing)).toHaveLength(3);
    });
  });
});
