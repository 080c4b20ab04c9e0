import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCommandError } from '../../../src/core/commands/command-error.ts';
import { parseCommand, parseScanned } from '../../../src/core/commands/parse-command.ts';
import { scanAnswer } from '../../../src/core/commands/scan-answer.ts';
import { TOOLS } from '../../../src/core/commands/tools.ts';

const IDS = new Set(['a7x2bc', 'b3k9qq', 'abc', 'branch', 'parent', 'three', 'remark']);
const hasNode = (id: string) => IDS.has(id);
const id = (localId: string) => ({ kind: 'id', localId });
const a7 = id('a7x2bc');
const b3 = id('b3k9qq');
const here = { kind: 'here' };
const generate = { verb: 'continue', from: here, count: 1, tokens: null, agent: null };
const viewA7 = {
  verb: 'view',
  what: 'node',
  node: a7,
  full: false,
  withAnnotations: false,
  lines: null,
};
const branch = { verb: 'view', what: 'branch', node: a7, as: 'prose', last: null, lines: null };
const read = (part: object) => ({ verb: 'read', document: 'Marie', part });
const write = (place: object) => ({ verb: 'write', document: 'Marie', place, content: 'She said "go".' });

function parse(text: string): unknown {
  const parsed = parseCommand(text, null, hasNode);
  return parsed.ok ? parsed.command : formatCommandError(parsed.error);
}

/** A whole answer of one command. */
function parseAnswer(text: string, isCut = false): unknown {
  const [part] = scanAnswer(text, isCut).parts;
  if (part?.kind !== 'command') return part;
  const parsed = parseScanned(part, hasNode);
  if (!parsed.ok) return formatCommandError(parsed.error);
  if ('content' in parsed.command)
    expect(parsed.ranges.map(({ from, to }) => text.slice(from, to)).join('')).toBe(parsed.command.content);
  return parsed.command;
}

describe('the phrasings of a command', () => {
  it.each([
    ['view node a7x2bc', viewA7],
    ['show me a7x2bc', viewA7],
    ['please look at [A7X2BC].', viewA7],
    ['VIEW the a7x2bc full with-annotations', { ...viewA7, full: true, withAnnotations: true }],
    ['view a7x2bc with notes', { ...viewA7, withAnnotations: true }],
    ['view a7x2bc lines:40-90', { ...viewA7, lines: { first: 40, last: 90 } }],
    ['view branch:a7x2bc as:nodes last:3', { ...branch, as: 'nodes', last: 3 }],
    ['view branch=[a7x2bc]', branch],
    ['view branch [a7x2bc] as:prose', branch],
    ['link a7x2bc to b3k9qq', { verb: 'link', node: a7, target: { kind: 'node', node: b3 }, note: null }],
    [
      'link [a7x2bc] to the node [b3k9qq] note:"x"',
      { verb: 'link', node: a7, target: { kind: 'node', node: b3 }, note: 'x' },
    ],
    [
      'link here to doc:"Marie"',
      { verb: 'link', node: here, target: { kind: 'document', document: 'Marie' }, note: null },
    ],
    ['list a7x2bc links', { verb: 'list', what: 'links', node: a7 }],
    ['view a7x2bc in tree:"Earlier draft"', { ...viewA7, tree: 'Earlier draft' }],
    ['search "orchard" in tree:"Earlier draft"', { verb: 'search', text: 'orchard', tree: 'Earlier draft' }],
    ['list documents', { verb: 'list', what: 'documents' }],
    ['read doc:"Marie"', read({ kind: 'all' })],
    ['read the document "Marie" summary', read({ kind: 'summary' })],
    ['read doc:"Marie" lines:1-20', read({ kind: 'lines', lines: { first: 1, last: 20 } })],
    ['read doc:"Marie" §motivation', read({ kind: 'section', section: 'motivation' })],
    ['read doc:"Marie" section:"Her motivation"', read({ kind: 'section', section: 'Her motivation' })],
    ['read doc:[k3m9qp]', { ...read({ kind: 'all' }), document: '[k3m9qp]' }],
    ['write doc:"Marie" append "She said "go"."', write({ how: 'append' })],
    ['write to doc:"Marie" "She said "go"."', write({ how: 'append' })],
    [
      'write doc:"Marie" at:"#Fears" "She said "go"."',
      write({ how: 'insert', part: { kind: 'section', section: 'Fears' } }),
    ],
    [
      'write doc:"Marie" "She said "go"." replace:3-5',
      write({ how: 'replace', part: { kind: 'lines', lines: { first: 3, last: 5 } } }),
    ],
    ['list the children of a7x2bc', { verb: 'list', what: 'continuations', node: a7 }],
    ['list notes on a7x2bc', { verb: 'list', what: 'annotations', node: a7 }],
    ['list a7x2bc versions', { verb: 'list', what: 'versions', node: a7 }],
    ['show the tree', { verb: 'tree', from: { kind: 'root' }, depth: 5 }],
    ['tree from a7x2bc, 3 levels', { verb: 'tree', from: a7, depth: 3 }],
    ['tree from:here with summaries', { verb: 'tree', from: here, depth: 5, summaries: true }],
    [
      'tree summary lines:40-90',
      { verb: 'tree', from: { kind: 'root' }, depth: 5, summaries: true, lines: { first: 40, last: 90 } },
    ],
    [
      'list a7x2bc versions lines:2-3',
      { verb: 'list', what: 'versions', node: a7, lines: { first: 2, last: 3 } },
    ],
    ['search "orchard" lines:5', { verb: 'search', text: 'orchard', lines: { first: 5, last: 5 } }],
    ['tree from:here depth:2', { verb: 'tree', from: here, depth: 2 }],
    ['go to [b3k9qq]', { verb: 'switch', node: b3 }],
    ['switch to the parent', { verb: 'switch', node: { kind: 'parent' } }],
    ['switch to [parent]', { verb: 'switch', node: id('parent') }],
    ['generate three continuations from b3k9qq', { ...generate, from: b3, count: 3 }],
    ['continue x3 tokens:80', { ...generate, count: 3, tokens: 80 }],
    ['generate 2 more after b3k9qq using Claude', { ...generate, from: b3, count: 2, agent: 'Claude' }],
    [
      'continue from here n:10 50 tokens using agent:"Claude 3 Opus"',
      { ...generate, count: 10, tokens: 50, agent: 'Claude 3 Opus' },
    ],
    [
      'reply to a7x2bc "She said "go" and left."',
      { verb: 'respond', node: a7, content: 'She said "go" and left.' },
    ],
    ['add a note on a7x2bc “See «b3k9qq».”', { verb: 'annotate', node: a7, content: 'See «b3k9qq».' }],
    ['annotate «Well.» on the head', { verb: 'annotate', node: { kind: 'head' }, content: 'Well.' }],
    ['edit a7x2bc: ""', { verb: 'edit', node: a7, content: '' }],
    ['bookmark a7x2bc "the turn"', { verb: 'bookmark', node: a7, label: 'the turn' }],
    ['bookmark here', { verb: 'bookmark', node: here, label: null }],
    ['remove the bookmark from a7x2bc', { verb: 'unbookmark', node: a7 }],
    ['hide branch a7x2bc', { verb: 'prune', node: a7 }],
    ['let me delete a7x2bc', { verb: 'prune', node: a7 }],
    ['bring back a7x2bc', { verb: 'restore', node: a7 }],
    ['exclude node [b3k9qq]', { verb: 'exclude', node: b3 }],
    ['include b3k9qq, please', { verb: 'include', node: b3 }],
    ['find "orchard"', { verb: 'search', text: 'orchard' }],
    ['pin a7x2bc', { verb: 'pin', what: 'node', node: a7 }],
    [
      'stash "marie" "She said "no"."',
      { verb: 'stash', label: 'marie', what: 'text', content: 'She said "no".' },
    ],
    ['remember “x” content-of:[a7x2bc]', { verb: 'stash', label: 'x', what: 'node', node: a7 }],
    [
      'stash "early" summary-of:[a7x2bc]-[b3k9qq]',
      { verb: 'stash', label: 'early', what: 'summary', first: a7, last: b3 },
    ],
    [
      'stash "early" summary-of:a7x2bc-here',
      { verb: 'stash', label: 'early', what: 'summary', first: a7, last: here },
    ],
    ['pin doc:"notes"', { verb: 'pin', what: 'document', document: 'notes', section: null }],
    [
      'pin doc:"notes" §motivation',
      { verb: 'pin', what: 'document', document: 'notes', section: 'motivation' },
    ],
    [
      'unpin doc:"notes" section:"Her motivation"',
      { verb: 'drop', what: 'document', document: 'notes', section: 'Her motivation' },
    ],
    ['recall "marie"', { verb: 'recall', label: 'marie', lines: null }],
    ['recall stash:"marie" lines:3-9', { verb: 'recall', label: 'marie', lines: { first: 3, last: 9 } }],
    ['drop pin:a7x2bc', { verb: 'drop', what: 'pin', node: a7 }],
    ['unpin [a7x2bc]', { verb: 'drop', what: 'pin', node: a7 }],
    ['drop stash:"marie"', { verb: 'drop', what: 'stash', label: 'marie' }],
    ['forget "marie"', { verb: 'drop', what: 'stash', label: 'marie' }],
    ['memory', { verb: 'memory', what: 'state' }],
    ['show me the memory trace', { verb: 'memory', what: 'trace' }],
    ['think about it', { verb: 'think', thought: 'it' }],
    ['help', { verb: 'help', tool: null }],
    ['help with generate', { verb: 'help', tool: 'continue' }],
  ])('%s', (text, command) => {
    expect(parse(text)).toEqual(command);
  });

  it('has a block as content', () => {
    expect(parseAnswer('→ rewrite a7x2bc:\nShe "ran".\n\\←\n←')).toEqual({
      verb: 'edit',
      node: a7,
      content: 'She "ran".\n←',
    });
  });

  it('takes one text for a stash, whose label is the first quote', () => {
    expect(parseAnswer('→ stash "notes":\nOne.\nTwo.\n←')).toEqual({
      verb: 'stash',
      label: 'notes',
      what: 'text',
      content: 'One.\nTwo.',
    });
    for (const text of [
      'stash "x"',
      'stash a7x2bc',
      'stash "x" a7x2bc',
      'stash "" "y"',
      'stash "x" " "',
      'stash "x" "y" content-of:a7x2bc',
      'stash "x" summary-of:a7x2bc',
      'stash "x" content-of:[a7x2bc] [b3k9qq]',
      'recall',
      'drop',
      'drop a7x2bc "x"',
      'pin a7x2bc doc:"notes"',
      'pin §motivation',
      'drop doc:"notes" "x"',
      'memory of everything',
    ])
      expect(parse(text), text).toMatch('✗ INVALID_SYNTAX');
  });

  it('says where quoted content is', () => {
    expect(parseAnswer('  → please reply to here “Yes.”')).toEqual({
      verb: 'respond',
      node: here,
      content: 'Yes.',
    });
  });

  it('takes a word for an id only if the tree has it', () => {
    expect(parse('prune abc')).toEqual({ verb: 'prune', node: id('abc') });
    expect(parse('prune remark')).toEqual({ verb: 'prune', node: id('remark') });
    expect(parse('prune bcd')).toMatch('INVALID_SYNTAX');
    expect(parse('prune [bcd]')).toEqual({ verb: 'prune', node: id('bcd') });
    expect(parse('view xyz999')).toEqual({ ...viewA7, node: id('xyz999') });
    expect(parse('prune branch')).toMatch('prune needs a node');
    expect(parse('prune [branch]')).toEqual({ verb: 'prune', node: id('branch') });
  });
});

describe('a command that does not parse', () => {
  it.each([
    ['veiw a7x2bc', '✗ INVALID_SYNTAX: “veiw” is no command\n  hint: did you mean → view'],
    ['generat 3', '✗ INVALID_SYNTAX: “generat” is no command\n  hint: did you mean → generate'],
    ['snapshto', '✗ INVALID_SYNTAX: “snapshto” is no command\n  hint: did you mean → snapshot'],
    ['', '✗ INVALID_SYNTAX: there is no command after the arrow\n  hint: → help'],
    [
      'continue from a7x2bc n:50',
      '✗ LIMIT_EXCEEDED: max continuations per request is 10\n  hint: use n:10 or less',
    ],
    ['tree dpeth:3', '✗ INVALID_SYNTAX: “dpeth:” is no option of tree\n  hint: did you mean depth:'],
    [
      'switch to a7x2bc in tree:"earlier draft"',
      '✗ INVALID_SYNTAX: “tree:” is no option of switch\n  hint: → switch to [id]',
    ],
    ['list a7x2bc note', '✗ INVALID_SYNTAX: list does not understand “note”\n  hint: did you mean notes'],
    ['prune', '✗ INVALID_SYNTAX: prune needs a node\n  hint: name it as [a7x2bc] or here: → prune [id]'],
    [
      'prune a7x2bc b3k9qq',
      '✗ INVALID_SYNTAX: prune takes one node, and b3k9qq is another\n  hint: → prune [id]',
    ],
    ['respond here', '✗ INVALID_SYNTAX: respond needs a text\n  hint: → respond [id] "text"'],
    [
      'respond here "Go," she said, and left',
      '✗ INVALID_SYNTAX: respond does not understand “she”\n  hint: → respond [id] "text"',
    ],
    [
      'respond a7x2bc "She said',
      '✗ INVALID_SYNTAX: the quote is not closed in its line\n  hint: for several lines, end the command with a colon, and the text with a line ←',
    ],
    [
      'annotate here "x" colour:"red"',
      '✗ INVALID_SYNTAX: “colour:” is no option of annotate\n  hint: → annotate [id] "text"; annotate quote:"words of the snapshot" "text"',
    ],
    ['continue n:2 n:3', expect.stringContaining('n is given twice')],
    ['help view and list', expect.stringContaining('help explains one tool')],
    ['continue n:0', expect.stringContaining('n is a number of 1 or more')],
    ['continue using', expect.stringContaining('continue lacks a name at its end')],
    ['view a7x2bc lines:9-3', expect.stringContaining('lines are two numbers')],
    ['help reminisce', expect.stringContaining('“reminisce” is no command')],
  ])('%s', (text, error) => {
    expect(parse(text)).toEqual(error);
  });

  it.each([
    ['read', expect.stringContaining('read needs a document')],
    ['read doc:"A" lines:1 summary', expect.stringContaining('by lines, by section or as a summary')],
    ['read doc:"A" section:"#"', expect.stringContaining('section is blank')],
    ['write doc:"A"', expect.stringContaining('write needs a text')],
    ['write append "x"', expect.stringContaining('write needs a document')],
    ['write doc:"A" at:2 append "x"', expect.stringContaining('write names two places')],
    ['write doc:"A" at:0 "x"', expect.stringContaining('lines are two numbers')],
  ])('about a document: %s', (text, error) => {
    expect(parse(text)).toEqual(error);
  });

  it('is one whose block or line did not end', () => {
    expect(parseAnswer('→ edit a7x2bc:\nOne.')).toMatch('the text of this command does not end');
    expect(parseAnswer('→ prune a7x2bc', true)).toMatch('cut inside this command');
    expect(parseAnswer('→ prune a7x2bc:\nx\n←')).toMatch('prune takes no text');
    expect(parseAnswer('→ edit here "x":\ny\n←')).toMatch('there are two');
  });
});

const VERSION = '9f2c41d0a7be';
const text = { version: null, range: null, fingerprint: null, rationale: null };
const inserts = (content: string, more = {}) => ({
  verb: 'insert',
  directive: { action: 'insert', ...text, content, ...more },
  quote: null,
});
const replaces = (content: string, more = {}) => ({
  verb: 'replace',
  directive: { action: 'replace', ...text, content, ...more },
  quote: null,
});
const notes = (content: string, more = {}) => ({
  verb: 'annotate',
  directive: { action: 'annotate', ...text, content, ...more },
  quote: null,
});
const patches = (diff: string, rationale: string | null = null) => ({
  verb: 'patch',
  directive: { action: 'patch', version: VERSION, diff, rationale },
  quote: null,
});
const quoted = (words: string, place: 'itself' | 'before' | 'after' = 'itself') => ({
  quote: { text: words, place },
});

describe('a command about a snapshot', () => {
  it.each<readonly [string, unknown]>([
    ['snapshot', { verb: 'snapshot', scope: null, section: null }],
    ['please take a new snapshot of the whole manuscript', { verb: 'snapshot', scope: 'all', section: null }],
    ['snapshot the selection', { verb: 'snapshot', scope: 'selection', section: null }],
    ['get a snapshot of the chapter.', { verb: 'snapshot', scope: 'chapter', section: null }],
    ['snapshot section:"The Orchard"', { verb: 'snapshot', scope: 'chapter', section: 'The Orchard' }],
    ['insert "Rain."', inserts('Rain.')],
    ['insert at the caret “Rain.”', inserts('Rain.')],
    [
      'insert after:"the door" " It creaked."',
      { ...inserts(' It creaked.'), ...quoted('the door', 'after') },
    ],
    [
      'insert " It creaked." after "the door"',
      { ...inserts(' It creaked.'), ...quoted('the door', 'after') },
    ],
    [
      'insert before “She left.” “She said "no". ” version:9F2C41D0A7BE because:"clearer"',
      {
        ...inserts('She said "no". ', { version: VERSION, rationale: 'clearer' }),
        ...quoted('She left.', 'before'),
      },
    ],
    [
      'insert range:12 version:9f2c41d0a7be "x"',
      inserts('x', { version: VERSION, range: { from: 12, to: 12 } }),
    ],
    ['replace "cold" with "bitter"', { ...replaces('bitter'), ...quoted('cold') }],
    ['replace the words: x', expect.stringContaining('replace does not understand “words”')],
    [
      'replace "He said "go"" by "He said "stay""',
      { ...replaces('He said "stay"'), ...quoted('He said "go"') },
    ],
    [
      'replace “cold” with “” reason:"superfluous"',
      { ...replaces('', { rationale: 'superfluous' }), ...quoted('cold') },
    ],
    ['replace "cold" with:"bitter"', { ...replaces('bitter'), ...quoted('cold') }],
    ['replace the selection with "bitter"', replaces('bitter')],
    [
      'replace range:3-9 version:9f2c41d0a7be "x" fingerprint:"0123456789ab"',
      replaces('x', { version: VERSION, range: { from: 3, to: 9 }, fingerprint: '0123456789ab' }),
    ],
    ['annotate quote:"the door" "Which door?"', { ...notes('Which door?'), ...quoted('the door') }],
    ['comment on the selection "Good."', notes('Good.')],
    [
      'annotate quote:"the door" in doc:"Marie" "Which door?"',
      { ...notes('Which door?'), ...quoted('the door'), document: 'Marie' },
    ],
    [
      'replace "cold" with "bitter" in doc:[a7x2bc]',
      { ...replaces('bitter'), ...quoted('cold'), document: '[a7x2bc]' },
    ],
    [
      'snapshot of doc:"Marie" §Youth',
      { verb: 'snapshot', scope: 'chapter', section: 'Youth', document: 'Marie' },
    ],
  ])('%s', (written, command) => {
    expect(parse(written)).toEqual(command);
  });

  it('has a diff, the updated text or the new words as its block', () => {
    const diff = '@@ -1 +1 @@\n-cold\n+bitter';
    expect(parseAnswer(`→ patch version:${VERSION} rationale:"Too mild":\n${diff}\n←`)).toEqual(
      patches(diff, 'Too mild'),
    );
    expect(parseAnswer(`→ apply the patch to version ${VERSION}:\n${diff}\n←`)).toEqual(patches(diff));
    expect(parseAnswer(`→ diff from:${VERSION}:\nIt was bitter.\n←`)).toEqual({
      verb: 'diff',
      version: VERSION,
      updated: 'It was bitter.',
    });
    expect(parseAnswer('→ replace "cold" with:\nbitter\n\nand wet\n←')).toEqual({
      ...replaces('bitter\n\nand wet'),
      ...quoted('cold'),
    });
    expect(parseAnswer('→ insert after "cold":\n\nNew.\n←')).toEqual({
      ...inserts('\nNew.'),
      ...quoted('cold', 'after'),
    });
  });

  it('may be a directive in JSON, whose fields have the names that they may have', () => {
    const json = (fields: object) => parseAnswer(`→ patch:\n${JSON.stringify(fields, null, 2)}\n←`);
    expect(json({ action: 'patch', document_digest: VERSION, diff: '-a\n+b', rationale: 'Why' })).toEqual(
      patches('-a\n+b', 'Why'),
    );
    expect(json({ action: 'replace', target_range: { start: 1, end: 2 }, content: 'x' })).toEqual({
      ...replaces('x', { range: { from: 1, to: 2 } }),
      verb: 'patch',
    });
    expect(json({ action: 'annotate', content: 'x' })).toEqual({ ...notes('x'), verb: 'patch' });
    expect(json({ action: 'patch', diff: '', content: 'x' })).toMatch(
      /INVALID_SYNTAX: document_version is missing for patch: .*; diff is empty for patch: .*; content does not belong to patch/,
    );
  });

  it.each([
    ['patch version:9f2c', '✗ INVALID_SYNTAX: patch needs a text'],
    ['insert', '✗ INVALID_SYNTAX: insert needs a text'],
    ['insert ""', 'content is empty for insert'],
    ['insert after:"a" before:"b" "c"', 'insert names two places'],
    ['insert verison:9f2c41d0a7be "c"', 'did you mean version:'],
    ['insert version:9f2c "c"', 'version is not hexadecimal digits'],
    ['replace "cold"', 'replace needs the old words and the new ones'],
    ['replace "a" with "b" with "c"', 'it is not clear which words replace which'],
    ['replace "" with "b"', 'the words to replace are empty'],
    ['replace range:9-3 "x"', 'target_range ends before it begins'],
    ['snapshot all section:"x"', 'a snapshot has one scope'],
    ['annotate here doc:"Marie" "y"', 'a note in a document is on words of a snapshot of it'],
    ['replace "a" with "b" doc:""', 'replace needs a document'],
    ['annotate here quote:"x" "y"', 'a note is on a node or on words of a snapshot'],
    [`insert "x" why:"${'y'.repeat(501)}"`, 'rationale is longer than 500 characters'],
    ['snapshot:', '✗ INVALID_SYNTAX'],
  ])('is refused: %s', (written, error) => {
    expect(written.endsWith(':') ? parseAnswer(`→ ${written}\nx\n←`) : parse(written)).toMatch(error);
  });
});

describe('parsing', () => {
  it('never throws, and takes every usage that help shows as its own tool', () => {
    const words = fc.constantFrom(
      ...TOOLS.flatMap(({ verb, phrases }) => [verb, ...phrases]),
      ...[
        'a7x2bc',
        '[b3k9qq]',
        'here',
        'x3',
        '3',
        'tokens',
        'levels',
        'using',
        'agent:"',
        'from:',
        'branch:a7x2bc',
      ],
      ...[
        '"',
        '“',
        '”',
        '«',
        '»',
        ':',
        '=',
        '[',
        ']',
        'constructor',
        '__proto__',
        'toString:1',
        'n:9999999999999999999',
      ],
    );
    const lines = fc.array(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 8 });
    fc.assert(
      fc.property(lines, fc.option(fc.string()), (parts, block) => {
        const parsed = parseCommand(parts.join(' '), block, hasNode);
        if (!parsed.ok) expect(formatCommandError(parsed.error)).toMatch(/^✗ [A-Z_]+: \S/);
      }),
      { numRuns: 1_000 },
    );
    for (const { verb } of TOOLS) expect(parse(`help ${verb}`)).toEqual({ verb: 'help', tool: verb });
  });

  it('is linear in a line of a megabyte', () => {
    const dialogue = '"Go," she said: «yes» n:"1" key:'.repeat(30_000);
    expect(parse(`respond here "${dialogue}`)).toBeTypeOf('string');
    expect(parse(`continue ${dialogue}`)).toBeTypeOf('string');
    expect(parse(`${'a'.repeat(1_000_000)} "`)).toMatch('is no command');
    expect(parse(`view ${'['.repeat(1_000_000)}`)).toBeTypeOf('string');
    expect(parse(`view ${'please '.repeat(150_000)}a7x2bc`)).toEqual(viewA7);
  });
});
