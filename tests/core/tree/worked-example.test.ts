import { describe, expect, test } from 'vitest';
import { planCommit } from '../../../src/core/buffer/plan-commit.ts';
import { continueFrom } from '../../../src/core/tree/operations.ts';
import { selectSibling, selectVersion } from '../../../src/core/tree/path.ts';
import { author, said, treeOf, typed } from '../../helpers/tree.ts';

const STORY = `
0 h"Once upon a time, "
  1 m"there was a castle"
  1' m"there was a " h"tower" version of 1 by h
    2 m" on a hill." after 1
      3a m" It was old."
      3b m" Nobody went there."`;

describe('the worked example of domain.md', () => {
  test('reads along the path, with the selected versions', () => {
    const story = treeOf(`${STORY}\npath 0 1' 2 3b`);
    expect(story.text()).toBe('Once upon a time, there was a tower on a hill. Nobody went there.');
    expect(story.print()).toBe(STORY.trim());
  });

  test('selecting version 1 again changes only “tower” back to “castle”', () => {
    const story = treeOf(`${STORY}\npath 0 1' 2 3b`);
    story.move(selectVersion(story.tree, story.path, story.id('1')));
    expect(story.text()).toBe('Once upon a time, there was a castle on a hill. Nobody went there.');
    expect(story.printPath()).toBe('0 1 2 3b');
    expect(story.print()).toBe(STORY.trim());
  });

  test('switching to the sibling 3a changes nothing above it', () => {
    const story = treeOf(`${STORY}\npath 0 1' 2 3b`);
    story.move(selectSibling(story.tree, story.path, story.at('3a')));
    expect(story.printPath()).toBe("0 1' 2 3a");
  });

  /** Deletes from the middle of 1′ to the middle of 2. */
  function deleted() {
    const story = treeOf(`${STORY}\npath 0 1' 2 3b`);
    const draft = {
      head: story.path.head,
      buffer: typed(''),
      edits: [
        { nodeId: story.id("1'"), ...typed('m"there was"') },
        { nodeId: story.id('2'), ...typed('m" a hill."') },
      ],
    };
    const plan = planCommit(story.tree, story.path, draft, author('h'), story.idsAndClock, {
      discardBlank: false,
    });
    story.apply(plan.change, "1''", "2'");
    return story;
  }

  const COMMITTED = `
0 h"Once upon a time, "
  1 m"there was a castle"
  1' m"there was a " h"tower" version of 1 by h
  1'' m"there was" version of 1' by h
    2 m" on a hill." after 1
    2' m" a hill." version of 2 by h
      3a m" It was old." after 2
      3b m" Nobody went there." after 2`.trim();

  test('a deletion across 1′ and 2 commits both as versions, the second after the first', () => {
    const story = deleted();
    expect(story.print()).toBe(COMMITTED);
    expect(story.printPath()).toBe("0 1'' 2' 3b");
    expect(story.text()).toBe('Once upon a time, there was a hill. Nobody went there.');
  });

  test('then continuing from 3b adds to the end', () => {
    const story = deleted();
    story.apply(
      continueFrom(story.tree, story.path, story.at('3b'), said('m" Ever."'), author('m'), story.idsAndClock),
      '4',
    );
    expect(story.print()).toBe(`${COMMITTED}\n        4 m" Ever."`);
  });

  test('and continuing 1″ starts a branch beside the position of 2', () => {
    const story = deleted();
    story.apply(
      continueFrom(
        story.tree,
        story.path,
        story.at("1''"),
        said('m" nothing."'),
        author('m'),
        story.idsAndClock,
      ),
      '2b',
    );
    expect(story.print()).toBe(`${COMMITTED}\n    2b m" nothing."`);
    expect(story.printPath()).toBe("0 1'' 2b");
    expect(story.text()).toBe('Once upon a time, there was nothing.');
    story.move(selectSibling(story.tree, story.path, story.at('2')));
    expect(story.printPath()).toBe("0 1'' 2' 3b");
  });
});
