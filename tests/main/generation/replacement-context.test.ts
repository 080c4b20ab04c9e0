import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { MARKERS } from '../../../src/core/context/infill.ts';
import type { ContextNode } from '../../../src/core/context/story.ts';
import type { AgentId, NodeId } from '../../../src/core/ids.ts';
import type { JsonValue } from '../../../src/core/provenance/canonical-json.ts';
import { checkPrompt, nodesOfRequest } from '../../../src/core/provenance/rebuild-prompt.ts';
import type { Agent, AgentConfiguration } from '../../../src/core/tree/agent.ts';
import { offlineAgent } from '../../../src/main/generation/offline-agent.ts';
import { previewContext } from '../../../src/main/generation/preview-context.ts';
import { agentReplacement } from '../../../src/main/generation/replacement-context.ts';
import { DONE, ending, piece, streams, WireServer } from '../../helpers/wire-server.ts';
import { askWire } from './wire-desk.ts';

const TEXTS = ['The lamp was lit. ', 'Nobody came. The dog', ' barked. '];
const NODES = TEXTS.map(
  (text, i): ContextNode => ({
    nodeId: `n${i}` as NodeId,
    text,
    speakerId: 'writer' as AgentId,
    excluded: false,
    pruned: false,
  }),
);
const findText = (nodeId: NodeId) => NODES.find((node) => node.nodeId === nodeId)?.text;
/** “Nobody came.” */
const PASSAGE = { from: { nodeId: 'n1' as NodeId, offset: 0 }, to: { nodeId: 'n1' as NodeId, offset: 12 } };

function agentWith(configuration: AgentConfiguration): Agent {
  return { ...offlineAgent('agent' as AgentId, 0), modelRef: 'here:wire-1', configuration };
}

function contextFor(agent: Agent) {
  const tree = { mode: 'buffer', systemContext: 'A fable.', settings: { memory: 'A lake.' } } as const;
  return agentReplacement(agent, tree, NODES, PASSAGE, { instruction: 'Shorter', maxTokens: 20, lore: [] });
}

/** Asks a service, and returns what it was sent with the record of its answer. */
async function send(configuration: AgentConfiguration) {
  const server = await WireServer.start(streams(piece(' He left.'), ending(), DONE));
  const { kept } = await askWire(server, { configuration, context: contextFor(agentWith(configuration)) });
  const [asked] = server.asked;
  const request: JsonValue | undefined = kept[0]?.record.request;
  if (request === undefined || asked === undefined) throw new Error('nothing was sent');
  return { path: asked.path, json: asked.json, request };
}

const stateOf = (request: JsonValue, find = findText) => checkPrompt(request, find);

/** The prompt and the suffix, as the script beside docs/format.md rebuilds them. */
function rebuiltByScript(request: JsonValue): unknown {
  const code =
    'import json,sys; from verify_grove import text_sent; r=json.load(sys.stdin);' +
    'print(json.dumps([text_sent(r["request"],name,r["texts"]) for name in ("prompt","suffix")]))';
  const input = JSON.stringify({
    request,
    texts: Object.fromEntries(NODES.map(({ nodeId, text }) => [nodeId, text])),
  });
  const { stdout } = spawnSync('python3', ['-B', '-c', code], { cwd: 'docs', input, encoding: 'utf8' });
  return JSON.parse(stdout);
}

test('a base model is sent the text after the passage as a suffix, and the record rebuilds both', async () => {
  const { path, json, request } = await send({ completionStyle: 'completion' });
  expect(path).toBe('/v1/completions');
  expect(json).toMatchObject({
    prompt: 'A fable.\n\nA lake.\nThe lamp was lit.',
    suffix: ' The dog barked. ',
    max_tokens: 20,
  });
  expect(json).not.toHaveProperty('infill');
  expect(request).toMatchObject({
    system: 'A fable.',
    suffix: {
      pieces: [
        { node: 'n1', from: 12, to: 20 },
        { node: 'n2', from: 0, to: 9 },
      ],
      trimmed: 0,
    },
  });
  expect(nodesOfRequest(request)).toEqual(['n0', 'n1', 'n2']);
  expect(stateOf(request)).toBe('rebuilt');
  if (spawnSync('python3', ['--version']).status === 0)
    expect(rebuiltByScript(request)).toEqual(['A lake.\nThe lamp was lit.', ' The dog barked. ']);
  expect(stateOf(request, (id) => (id === 'n2' ? ' meowed. ' : findText(id)))).toBe('other');
  expect(stateOf(request, (id) => (id === 'n2' ? undefined : findText(id)))).toBe('missing');
});

test('a model with markers is sent one document, whatever its style is otherwise', async () => {
  const infill = { kind: 'template', ...MARKERS.qwenCoder } as const;
  const { path, json, request } = await send({ completionStyle: 'chat-continue', infill });
  expect(path).toBe('/v1/completions');
  expect(json).toMatchObject({
    prompt:
      '<|fim_prefix|>A fable.\n\nA lake.\nThe lamp was lit. <|fim_suffix|> The dog barked. <|fim_middle|>',
  });
  expect(json).not.toHaveProperty('suffix');
  expect(request).not.toHaveProperty('suffix');
  expect(stateOf(request)).toBe('rebuilt');
});

test('an instruct model is asked, with the passage marked', async () => {
  const { path, json, request } = await send({
    completionStyle: 'chat-continue',
    systemPrompt: 'You write.',
  });
  expect(path).toBe('/v1/chat/completions');
  expect(json).toMatchObject({
    messages: [
      { role: 'system', content: expect.stringMatching(/^You write\.\n\nA fable\.\n\nThe user gives you/) },
      {
        role: 'user',
        content: 'A lake.\nThe lamp was lit. ⟦Nobody came.⟧ The dog barked. \n\nShorter',
      },
    ],
  });
  expect(stateOf(request)).toBe('rebuilt');
});

describe('the preview', () => {
  const shown = (configuration: AgentConfiguration, { from, to }: typeof PASSAGE = PASSAGE) => {
    const options = { instruction: 'Shorter', maxTokens: 20, lore: [] };
    const tree = { mode: 'buffer', systemContext: 'A fable.', settings: {} } as const;
    const preview = previewContext(agentWith(configuration), NODES, {
      maxTokens: 20,
      whole: null,
      lore: () => [],
      assemble: (one) => agentReplacement(one, tree, NODES, { from, to }, options),
    });
    return {
      ...preview,
      pieces: preview.pieces.map(({ kind, text }) => `${kind}: ${text.beginning}`),
      omitted: preview.omitted.map(({ reason, text }) => `${reason}: ${text.beginning}`),
    };
  };

  test('of a suffix has both sides, and says that the passage is not sent', () => {
    expect(shown({ completionStyle: 'completion' })).toMatchObject({
      style: 'completion',
      pieces: ['system: A fable.', 'before: The lamp was lit. ', 'after:  The dog barked. '],
      messages: [],
      omitted: ['replaced: Nobody came.'],
      trimmed: 1,
    });
  });

  test('of a template has its markers, and trims nothing', () => {
    expect(shown({ infill: { kind: 'template', ...MARKERS.codeLlama } })).toMatchObject({
      style: 'completion',
      pieces: [
        'marker: <PRE> ',
        'system: A fable.\n\n',
        'before: The lamp was lit. ',
        'marker:  <SUF>',
        'after:  The dog barked. ',
        'marker:  <MID>',
      ],
      trimmed: 0,
    });
  });

  test('of a chat tells both sides, the passage and the instruction apart', () => {
    const preview = shown({ completionStyle: 'chat' });
    expect(preview.pieces.slice(1)).toEqual([
      'before: The lamp was lit. ',
      'marker: ⟦',
      'passage: Nobody came.',
      'marker: ⟧',
      'after:  The dog barked. \n\n',
      'instruction: Shorter',
    ]);
    expect(preview.messages.map(({ role, pieces }) => [role, pieces])).toEqual([
      ['system', 1],
      ['user', 6],
    ]);
    expect(preview.omitted).toEqual([]);
  });

  test('of a passage that is too long shows by how much, and what takes the space', () => {
    const preview = shown({ completionStyle: 'chat', contextLength: 60 });
    expect(preview.refusal).toMatchObject({ code: 'CONTEXT_TOO_LONG' });
    expect(preview.tooMany).toBe(preview.tokens + 20 - 60);
    expect(preview.pieces).toContain('passage: Nobody came.');
  });

  test('lists each stretch that is not sent, also several in one node', () => {
    const from = { nodeId: 'n1' as NodeId, offset: 13 };
    const to = { nodeId: 'n1' as NodeId, offset: 16 };
    expect(shown({ completionStyle: 'completion', contextLength: 24 }, { from, to }).omitted).toEqual([
      'truncated: The lamp was lit. Nobody ca',
      'replaced: The',
      'truncated:  barked. ',
    ]);
  });
});

test('the offline agent fills in by a suffix, however it is set', () => {
  const offline = {
    ...offlineAgent('agent' as AgentId, 0),
    configuration: { infill: { kind: 'chat' } },
  } as const;
  expect(contextFor(offline)).toMatchObject({ kind: 'document', suffix: [{}, {}] });
});
