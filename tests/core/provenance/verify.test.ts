import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import type { AgentId, NodeId, ResponseId, Sha256 } from '../../../src/core/ids.ts';
import {
  type NodeToVerify,
  nodesToVerify,
  verifyNode,
  verifyNodes,
} from '../../../src/core/provenance/verify.ts';
import { continueWithResponse } from '../../../src/core/tree/operations.ts';
import { author, said, treeOf } from '../../helpers/tree.ts';

const BODY = sha256('{"choices":[{"text":" a time"}]}');
const RESPONSE = 'response' as ResponseId;

/** A path with a human's node, another version of it, and a model's node that continues the first version. */
function story() {
  const world = treeOf(`
1 h"Once upon"
1' h"Twice upon" version of 1
path 1'`);
  const { tree, idsAndClock, id, at } = world;
  const facts = {
    nodeId: idsAndClock.newId() as NodeId,
    responseId: RESPONSE,
    responseHash: BODY,
    choiceIndex: 0,
    seam: null,
    finishReason: 'stop',
  } as const;
  world.responses.set(RESPONSE, BODY);
  world.apply(
    continueWithResponse(tree, at('1'), id('1'), said('m" a time"'), author('m'), facts, idsAndClock),
    '2',
  );
  const answer = { recordedHash: BODY, bodyHash: BODY };
  const given = (label: string): NodeToVerify => {
    const [found] = nodesToVerify(tree, [id(label)], () => answer);
    if (found === undefined) throw new Error(`no node ${label}`);
    return found;
  };
  return { ...world, given };
}

const verdictOf = (given: NodeToVerify) => {
  const { verdict, reasons } = verifyNode(given);
  return [verdict, ...reasons];
};

describe('a node', () => {
  test('that is unchanged is valid', () => {
    const { given } = story();
    for (const label of ['R', '1', "1'", '2']) expect(verdictOf(given(label))).toEqual(['valid']);
  });

  test('whose content, author or time was changed is invalid, with the reason', () => {
    const { given } = story();
    const { node, ...rest } = given('2');
    const changes = [
      { content: { type: 'text', text: ' a long time' } },
      { authorId: 'another' as AgentId },
      { createdAt: node.createdAt + 1 },
      { contentHash: sha256('something') },
      { authorType: 'human', responseId: null, content: { type: 'text', text: 'mine' } },
    ] as const;
    for (const change of changes) {
      const [verdict, reason] = verdictOf({ ...rest, node: { ...node, ...change } });
      expect(verdict).toBe('invalid');
      expect(reason).toContain('changed since it was written');
    }
  });

  test('with a different recorded parent is invalid', () => {
    const { given, id, tree } = story();
    const parent = { id: id("1'"), contentHash: tree.findNode(id("1'"))?.contentHash ?? null };
    expect(verdictOf({ ...given('2'), parents: [parent] })[0]).toBe('invalid');
  });

  test('that attributes a model’s text to a person is invalid', () => {
    const { given } = story();
    const { node, ...rest } = given('2');
    expect(verdictOf({ ...rest, node: { ...node, authorType: 'human' } })).toEqual([
      'invalid',
      'a person wrote it, but it refers to a response from a provider',
    ]);
  });

  test('whose response was replaced is invalid', () => {
    const { given } = story();
    const other = sha256('another body');
    expect(verdictOf({ ...given('2'), response: { recordedHash: BODY, bodyHash: other } })).toEqual([
      'invalid',
      'the stored response is not the one that was received',
    ]);
    expect(verdictOf({ ...given('2'), response: { recordedHash: other, bodyHash: other } })[1]).toContain(
      'the record of its response',
    );
  });

  test('is valid in a copy without response bodies, with a note', () => {
    const { given } = story();
    expect(verdictOf({ ...given('2'), response: { recordedHash: BODY, bodyHash: null } })).toEqual([
      'valid',
      'this copy has the recorded hash of the response, but not the response itself',
    ]);
  });

  test('is incomplete if its evidence is missing', () => {
    const { given, id } = story();
    const parents = [{ id: id('1'), contentHash: null }];
    expect(verdictOf({ ...given('2'), parents, response: null })).toEqual([
      'incomplete',
      `its parent node ${id('1')} is missing`,
      'the record of its response is missing',
    ]);
  });

  test('of a model without a response is incomplete: no record from a provider', () => {
    const { tree, id } = treeOf('1 m"Once"');
    const [given] = nodesToVerify(tree, [id('1')], () => undefined);
    expect(given && verdictOf(given)).toEqual(['incomplete', 'no record from a provider']);
  });
});

describe('a path', () => {
  test('of 10,000 nodes is verified one node at a time', () => {
    const { given } = story();
    const valid = given('1');
    const broken = { ...valid, node: { ...valid.node, createdAt: 0 } };
    const unproven = { ...valid, parents: [{ id: 'gone' as NodeId, contentHash: null as Sha256 | null }] };
    function* nodes() {
      for (let at = 0; at < 10_000; at += 1) yield at % 1000 === 7 ? broken : at === 5 ? unproven : valid;
    }
    const { findings, ...found } = verifyNodes(nodes(), 3);
    expect(found).toEqual({
      verdict: 'invalid',
      checked: 10_000,
      invalid: 10,
      incomplete: 1,
      summary:
        'Of 10000 nodes, 10 changed after they were written and 1 cannot be verified, because something is missing.',
    });
    expect(findings.map(({ verdict }) => verdict)).toEqual(['invalid', 'invalid', 'invalid', 'incomplete']);
  });

  test('summarises the result in a sentence', () => {
    const { given } = story();
    const summary = (nodes: readonly NodeToVerify[]) => verifyNodes(nodes).summary;
    expect(summary([])).toBe('There is nothing to verify.');
    expect(summary([given('1')])).toBe('The node is as written.');
    expect(summary([given('1'), given('2')])).toBe('All 2 nodes are as written.');
    expect(verifyNodes([given('1'), { ...given('2'), response: null }])).toMatchObject({
      verdict: 'incomplete',
      summary: 'Of 2 nodes, 1 cannot be verified, because something is missing.',
    });
  });
});
