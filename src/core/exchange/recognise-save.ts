/** Files of other programs that decode as text but are none: saves, chats, cards, lore, web pages. */
import { type JsonStart, scanJson } from './scan-json.ts';

export type SaveKind =
  | 'aspenTree'
  | 'aspenHistory'
  | 'pyloom'
  | 'loomsidian'
  | 'exoloom'
  | 'wool'
  | 'logitloom'
  | 'helm'
  | 'miniloom'
  | 'mikupad'
  | 'koboldAi'
  | 'sillyTavern'
  | 'card'
  | 'lorebook'
  | 'novelAi'
  | 'chatGpt'
  | 'claude'
  | 'messages'
  | 'json'
  | 'webPage'
  | 'xml';

/** How much of a file is read, in UTF-16 code units. */
const LENGTH = 2 ** 16;

/** The keys that a format is recognised by, each list being enough; `[]` is an item of a list. */
const KEYS: readonly (readonly [kind: SaveKind, ...alternatives: readonly (readonly string[])[]])[] = [
  ['aspenHistory', ['slug', 'dimension']],
  ['miniloom', ['loomTree', 'loomTree.nodeStore']],
  ['exoloom', ['loomType']],
  ['wool', ['focused_node_id']],
  ['logitloom', ['isLogitLoomTreeVersion']],
  ['helm', ['rootId', 'currentNodeId']],
  ['novelAi', ['storyContainerVersion'], ['scenarioVersion']],
  ['lorebook', ['lorebookVersion'], ['[].keys', '[].entry'], ['[].keys', '[].value']],
  ['chatGpt', ['[].mapping'], ['mapping', 'current_node']],
  ['claude', ['[].chat_messages'], ['chat_messages']],
  ['sillyTavern', ['mes'], ['[].mes'], ['chat_metadata']],
  ['koboldAi', ['gamestarted', 'prompt'], ['actions', 'prompt'], ['file_version', 'actions']],
  ['card', ['first_mes']],
  ['pyloom', ['root.children'], ['text', 'children'], ['[].text', '[].children']],
  ['loomsidian', ['nodes', 'current']],
  ['messages', ['[].role', '[].content'], ['messages.[].role'], ['[].messages.[].role'], ['role', 'content']],
];

/** What a text looks like, by its beginning; null for a text. */
export function recogniseSave(text: string): SaveKind | null {
  const start = text.slice(0, LENGTH).trimStart();
  if (/^(?:<!doctype html|<html)[\s>]/i.test(start)) return 'webPage';
  if (/^<\?xml[\s?]/i.test(start)) return 'xml';
  if (!/^[[{]/.test(start)) return null;
  const json = scanJson(start, text.length > LENGTH);
  return json === null ? null : kindOfJson(json);
}

function kindOfJson({ keys, strings }: JsonStart): SaveKind {
  if (strings.get('format')?.startsWith('aspen-tree-') === true) return 'aspenTree';
  const spec = strings.get('spec') ?? '';
  if (spec.startsWith('chara_card')) return 'card';
  if (spec.startsWith('lorebook')) return 'lorebook';
  const has = (path: string) => keys.has(path.replaceAll('.', '\n'));
  const known = KEYS.find(([, ...alternatives]) => alternatives.some((all) => all.every(has)));
  if (known !== undefined) return known[0];
  const some = (path: RegExp) => [...keys].some((key) => path.test(key));
  if (some(/^state\n[^\n]*\n(?:nodes|current)$/)) return 'loomsidian';
  if (some(/^entries\n[^\n]*\n(?:keys?|content)$/)) return 'lorebook';
  // Each value is JSON in a string.
  return /^(?:\[|\\")/.test(strings.get('prompt') ?? '') ? 'mikupad' : 'json';
}
