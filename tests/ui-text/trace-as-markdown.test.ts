import { expect, test } from 'vitest';
import { traceAsMarkdown } from '../../src/ui-text/trace-as-markdown.ts';

test('a trace as Markdown keeps lines and results as they were, whatever is in them', () => {
  const text = traceAsMarkdown('Trace of *Rain*', [
    {
      number: 2,
      agent: 'Analyst',
      state: 'capped',
      capped: 'calls',
      used: { calls: 12, commands: 1, tokens: 1_200.4, dollars: 0.004 },
      isEstimated: true,
      startedAt: 0,
      message: 'Is it *wet*?',
      undoneAt: null,
      hasRest: false,
      actions: [{ line: '→ view here', approval: 'once', outcome: 'done', result: '```\nRain\n```' }],
    },
  ]);
  expect(text).toBe(`# Trace of \\*Rain\\*

## Turn 2, Analyst, 1 action

1970-01-01T00:00:00.000Z · stopped at 12 calls · 12 calls · 1 command · ~1,200 tokens · less than $0.01

> Is it \\*wet\\*?

✓ allowed once

\`\`\`\`
→ view here

\`\`\`
Rain
\`\`\`
\`\`\`\`
`);
});
