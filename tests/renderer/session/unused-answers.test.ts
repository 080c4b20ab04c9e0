import { expect, it } from 'vitest';
import type { AgentId, LocalId, NodeId } from '../../../src/core/ids.ts';
import type { VersionSummary } from '../../../src/ipc/wire/position.ts';
import { unusedAnswers } from '../../../src/renderer/session/tree/unused-answers.ts';

/** Which versions of a text are folded as other answers. */

function version(id: string, editedFrom: string | null, offered: boolean): VersionSummary {
  return {
    nodeId: id as NodeId,
    localId: id as LocalId,
    authorId: 'someone' as AgentId,
    authors: [],
    editedFrom: editedFrom as NodeId | null,
    createdAt: 0,
    selected: false,
    offered,
  };
}

const asked = [
  version('original', null, false),
  version('one', 'original', true),
  version('two', 'original', true),
  version('three', 'original', true),
];
const unused = (versions: readonly VersionSummary[], shown: string) => [
  ...unusedAnswers(versions, shown as NodeId),
];

it('an answer is unused until the text shows it, or shows or is made of what goes on from it', () => {
  expect(unused(asked, 'original')).toEqual(['one', 'two', 'three']);
  expect(unused(asked, 'two')).toEqual(['one', 'three']);
  const edited = [...asked, version('edited', 'two', false)];
  expect(unused(edited, 'edited')).toEqual(['one', 'three']);
  expect(unused(edited, 'original')).toEqual(['one', 'three']);
  const askedAgain = [...asked, version('better', 'one', true)];
  expect(unused(askedAgain, 'better')).toEqual(['two', 'three']);
  expect(unused(askedAgain, 'original')).toEqual(['one', 'two', 'three', 'better']);
});

it('versions that the writer made are never folded', () => {
  expect(unused([version('first', null, false), version('second', 'first', false)], 'first')).toEqual([]);
});
