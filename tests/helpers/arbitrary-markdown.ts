import fc from 'fast-check';

/** Text of the pieces that make Markdown, in any order. */
export const anyMarkdown = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom('a', 'word ', 'é', '🌿', ' ', '\n', '\n\n', '\n  ', '\n    ', '\t'),
      },
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          ...[
            '*',
            '**',
            '_',
            '~~',
            '`',
            '```',
            '\n```\n',
            '~~~',
            '\\',
            '&amp;',
            '&',
            '#',
            '# ',
            '\n## ',
            '[',
            '](',
            ')',
            '![',
            '<',
            '>',
          ],
          ...[
            '\n> ',
            '\n- ',
            '\n* ',
            '\n1. ',
            '- [ ] ',
            '|',
            '\n|-|-|\n',
            '---',
            '\n---\n',
            'https://a.example/b',
            '<https://c.example>',
          ],
          ...['](https://d.example)', '!', ':', '"', "'", '=', '===', '[a]: b\n'],
        ),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join('').replaceAll('\r', ''));
