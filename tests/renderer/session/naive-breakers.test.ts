import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeGrove, SMALL_SHAPE } from '../../../scripts/make-grove.ts';
import { turnClockByHand } from '../../helpers/clock.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { openWritingDesk, type Written } from './writing-desk.ts';

/** `manuscript.md`, *Things that break naive versions*: each is a test with its name, here or in tests/e2e. */

const tower = ['Once upon a time, ', { model: 'there was a castle' }, ' on a hill.'];
const TOWER = {
  text: 'Once upon a time, |there was a castle| on a hill.|',
  letters: 'w'.repeat(18) + 'm'.repeat(18) + 'w'.repeat(11),
};

turnClockByHand();

describe('things that break naive versions', () => {
  it('emoji and combining characters at boundaries', async () => {
    const writing = await openWritingDesk(['a🏰', { model: '🏰b' }, { model: 'e' }]);
    writing.type('🌲', 3, 3);
    // An input method changes 🏰 (D83C DFF0) into 🏱 (D83C DFF1): only the second half differs.
    writing.type('\udff1', 2, 3);
    expect(await writing.agree()).toEqual({ text: 'a🏱🌲|🏰b|e|', letters: 'wwwwwmmmm' });
    // A combining accent for the last letter of the last node is typed after it, like any other text.
    writing.type('\u0301', 9, 9);
    await writing.tree.commit();
    expect(await writing.agree()).toEqual({ text: 'a🏱🌲|🏰b|e|\u0301|', letters: 'wwwwwmmmmw' });
    // Deleting half of a family-of-three emoji leaves whole characters.
    writing.type('👩‍👧', 5, 7);
    writing.type('', 7, 8);
    const { text } = await writing.agree();
    expect(text).toBe('a🏱🌲|👩👧b|e|\u0301|');
    expect(text.isWellFormed()).toBe(true);
  });

  it('CRLF pasted in', async () => {
    const writing = await openWritingDesk(['One.']);
    writing.paste('\r\nTwo\rThree\ud800\u2028.');
    expect(await writing.agree()).toEqual({
      text: 'One.|\nTwo\nThree\ufffd\n.',
      letters: 'w'.repeat(17),
    });
    await writing.tree.commit();
    expect((await writing.agree()).text).toBe('One.|\nTwo\nThree\ufffd\n.|');
  });

  it('a paste of a megabyte', async () => {
    const writing = await openWritingDesk(tower);
    const megabyte = 'All work and no play. \n'.repeat(45_600);
    writing.select(30);
    writing.paste(megabyte);
    const text = `Once upon a time, |there was a ${megabyte}castle| on a hill.|`;
    const letters = `${TOWER.letters.slice(0, 30)}${'w'.repeat(megabyte.length)}${TOWER.letters.slice(30)}`;
    expect(await writing.agree()).toEqual({ text, letters });
    await writing.tree.commit();
    expect(await writing.agree()).toEqual({ text, letters });
  });

  it('replace-all touching every node', async () => {
    const writing = await openWritingDesk(['One e. ', { model: 'Two e e. ' }, { model: 'Three. ' }, 'Fe']);
    writing.manuscript.find(
      { text: 'e', matchCase: true, wholeWord: false, isRegExp: false },
      { reveal: false },
    );
    await writing.settle();
    writing.manuscript.replaceAllFound('ë', () => {});
    await writing.settle();
    const replaced = {
      text: 'Onë ë. |Two ë ë. |Thrëë. |Fë|',
      letters: 'wwwwwww' + 'mmmmwmwmm' + 'mmmwwmm' + 'ww',
    };
    expect(await writing.agree()).toEqual(replaced);
    const { edits } = await writing.desk.call('path.read', { treeId: writing.desk.treeId });
    expect(edits).toHaveLength(4);
    writing.manuscript.undo();
    expect((await writing.agree()).letters).toBe('wwwwwww' + 'mmmmmmmmm' + 'mmmmmmm' + 'ww');
    writing.manuscript.redo();
    expect(await writing.agree()).toEqual(replaced);
    await writing.tree.commit();
    expect(await writing.agree()).toEqual(replaced);
  });

  it('drag and drop of a selection across nodes', async () => {
    const writing = await openWritingDesk(tower);
    // “time, there ”, from the first node and the second, to the end.
    writing.drag(12, 24, 47);
    expect(await writing.agree()).toEqual({
      text: 'Once upon a |was a castle| on a hill.|time, there ',
      letters: `${'w'.repeat(12)}${'m'.repeat(12)}${'w'.repeat(17)}mmmmmm`,
    });
    writing.manuscript.undo();
    expect((await writing.agree()).letters).toBe(TOWER.letters);
    expect(writing.manuscript.textForChecks()).toBe(TOWER.text.replaceAll('|', ''));
    // And back: from the third node into the first.
    writing.drag(39, 47, 0);
    expect(await writing.agree()).toMatchObject({
      text: ' a hill.Once upon a time, |there was a castle| on|',
      letters: `${'w'.repeat(26)}${'m'.repeat(18)}www`,
    });
  });

  it('select all and delete, then undo', async () => {
    const writing = await openWritingDesk(tower);
    writing.type(' And then?');
    writing.select(0, writing.view.state.doc.length);
    writing.type('', 0, writing.view.state.doc.length);
    expect((await writing.agree()).letters).toBe('');
    expect(writing.manuscript.textForChecks()).toBe('');
    writing.manuscript.undo();
    const { text, letters } = await writing.agree();
    expect(text.replaceAll('|', '')).toBe(`${TOWER.text.replaceAll('|', '')} And then?`);
    expect(letters).toBe(`${TOWER.letters}${'w'.repeat(10)}`);
    writing.manuscript.redo();
    expect((await writing.agree()).letters).toBe('');
  });

  it('select all and delete, then undo, of more than fits in one message', async () => {
    const long = ['Rain. '.repeat(1_000), { model: 'Snow. '.repeat(1_000) }, 'Sun. '.repeat(1_000)];
    const writing = await openWritingDesk(long);
    const before = await writing.agree();
    writing.type('', 0, writing.view.state.doc.length);
    expect(await writing.agree()).toEqual({ text: '|||', letters: '' });
    writing.manuscript.undo();
    expect(await writing.agree()).toEqual(before);
  });

  it('undo through a commit, a generation, a switch, and redo back', async () => {
    const writing = await openWritingDesk(['Once. ', { model: 'A castle. ' }]);
    // The text after each undoable step.
    const shown = [await writing.agree()];
    const step = async (work: () => unknown) => {
      await work();
      shown.push(await writing.agree());
    };
    await step(() => writing.type('It rained. '));
    await writing.tree.commit();
    await step(() => writing.buffer.commands.generate());
    await step(() => writing.tree.navigation.selectSibling({ step: 1 }));
    await step(() => writing.type('hut', 8, 14));
    await writing.tree.commit();
    const last = await writing.agree();
    const unbroken = ({ text, letters }: Written) => ({ text: text.replaceAll('|', ''), letters });

    // Each step showed something new.
    expect(new Set(shown.map(({ text }) => text)).size).toBe(shown.length);
    for (const before of shown.toReversed().slice(1)) {
      writing.tree.undo();
      expect(unbroken(await writing.agree())).toEqual(unbroken(before));
    }
    for (const after of shown.slice(1)) {
      writing.tree.redo();
      expect(unbroken(await writing.agree())).toEqual(unbroken(after));
    }
    expect(unbroken(await writing.agree())).toEqual(unbroken(last));
    await writing.tree.commit();
    expect(unbroken(await writing.agree())).toEqual(unbroken(last));
  });

  it('typing during a commit', async () => {
    const writing = await openWritingDesk(tower);
    writing.type(' It');
    const committed = writing.tree.commit();
    writing.type(' stood');
    writing.type('tower', 30, 36);
    await committed;
    expect(await writing.agree()).toEqual({
      text: 'Once upon a time, |there was a tower| on a hill.| It| stood|',
      letters: `${TOWER.letters.slice(0, 30)}wwwww${'w'.repeat(11 + 3 + 6)}`,
    });
  });

  it('deleting a node to nothing and typing there', async () => {
    const writing = await openWritingDesk(tower);
    writing.type('', 18, 36);
    expect(await writing.agree()).toEqual({
      text: 'Once upon a time, || on a hill.|',
      letters: 'w'.repeat(29),
    });
    writing.type('nothing', 18, 18);
    const typed = { text: 'Once upon a time, |nothing| on a hill.|', letters: 'w'.repeat(36) };
    expect(await writing.agree()).toEqual(typed);
    await writing.tree.commit();
    expect(await writing.agree()).toEqual(typed);
  });

  it('deleting a node to nothing, committing that, and typing there', async () => {
    const writing = await openWritingDesk(tower);
    writing.type('', 18, 36);
    await writing.tree.commit();
    expect((await writing.agree()).text).toBe('Once upon a time, || on a hill.|');
    writing.type('!', 18, 18);
    const { text } = await writing.agree();
    expect(text.replaceAll('|', '')).toBe('Once upon a time, ! on a hill.');
  });

  it('a tree with nothing but its root', async () => {
    const writing = await openWritingDesk([]);
    expect(await writing.agree()).toEqual({ text: '', letters: '' });
    await writing.tree.commit();
    await writing.tree.navigation.goToParent();
    await writing.tree.navigation.selectSibling({ step: 1 });
    writing.manuscript.undo();
    expect(await writing.agree()).toEqual({ text: '', letters: '' });
    writing.type('First');
    expect(await writing.agree()).toEqual({ text: 'First', letters: 'wwwww' });
    writing.manuscript.undo();
    expect(await writing.agree()).toEqual({ text: '', letters: '' });
    writing.type('Again');
    await writing.tree.commit();
    expect(await writing.agree()).toEqual({ text: 'Again|', letters: 'wwwww' });
  });

  it('a node of one character', async () => {
    const writing = await openWritingDesk(['a', { model: 'b' }, 'c']);
    writing.type('X', 1, 1);
    expect(await writing.agree()).toEqual({ text: 'aX|b|c|', letters: 'wwmw' });
    writing.type('', 2, 3);
    expect(await writing.agree()).toEqual({ text: 'aX||c|', letters: 'www' });
    writing.type('Y', 2, 3);
    expect(await writing.agree()).toMatchObject({ letters: 'www' });
    expect(writing.manuscript.textForChecks()).toBe('aXY');
    await writing.tree.commit();
    await writing.agree();
    expect(writing.manuscript.textForChecks()).toBe('aXY');
  });

  it('10,000 nodes in one path', async () => {
    const shape = { ...SMALL_SHAPE, nodes: 10_500, path: 10_000 };
    const writing = await openWritingDesk([], makeGrove(join(temporaryFolder(), 'long.aspen'), shape));
    const before = await writing.agree();
    expect(before.text.split('|')).toHaveLength(10_001);
    const { length } = writing.view.state.doc;
    writing.type('In the middle. ', Math.floor(length / 2));
    writing.type('', 0, length);
    await writing.agree();
    writing.manuscript.undo();
    writing.manuscript.undo();
    const after = await writing.agree();
    expect(after.letters).toBe(before.letters);
    expect(after.text.replaceAll('|', '')).toBe(before.text.replaceAll('|', ''));
  });

  it('switching siblings 1,000 times', async () => {
    const writing = await openWritingDesk(['One. ', { model: 'Two. ' }, 'Three. ']);
    await writing.tree.navigation.goToParent();
    await writing.tree.navigation.goToParent();
    writing.type('Deux. ');
    await writing.tree.commit();
    expect((await writing.agree()).text).toBe('One. |Deux. |');
    for (let i = 0; i < 999; i++) await writing.tree.navigation.selectSibling({ step: i % 3 === 0 ? -1 : 1 });
    expect(await writing.agree()).toEqual({
      text: 'One. |Two. |Three. |',
      letters: 'wwwww' + 'mmmmm' + 'wwwwwww',
    });
    await writing.tree.navigation.selectSibling({ step: 1 });
    expect(await writing.agree()).toEqual({ text: 'One. |Deux. |', letters: 'wwwwwwwwwww' });
  });

  it('the caret after a switch', async () => {
    const writing = await openWritingDesk(['One. ', { model: 'Two. ' }]);
    await writing.tree.navigation.goToParent();
    writing.type('Deux. ');
    await writing.tree.commit();
    await writing.agree();
    await writing.tree.navigation.selectSibling({ step: 1 });
    expect((await writing.agree()).text).toBe('One. |Two. |');
    expect(writing.view.state.selection.main.head).toBe(10);
  });
});
