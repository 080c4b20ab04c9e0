/** Choosing the model that makes summaries, and what that costs. */

export const SUMMARY_MODEL = 'Who writes summaries';
export const NO_SUMMARIES = 'None: no summaries are made';
export const SUMMARISE_WITH = 'Make summaries with this model';
export const SUMMARIES_COST_UNREAD = 'What this costs is counted…';

export const NO_SUMMARY_MODEL = 'No model makes summaries yet. Pick one in the settings: Agents, Summaries.';
export const SUMMARISING =
  'A summary of this tree is asked for, unless it has one that is up to date or yours. It will be under Sent.';

interface Missing {
  readonly requests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** @param dollars null if the service lists no price */
export function summariesCost(
  { requests, promptTokens, completionTokens }: Missing,
  dollars: string | null,
): string {
  if (requests === 0)
    return 'No text of this grove lacks a summary. Each long text you add is one request more.';
  const tokens = (promptTokens + completionTokens).toLocaleString('en-US');
  const price = dollars === null ? '; the service lists no price' : `, at most ${dollars}`;
  const counted =
    requests === 1
      ? '1 text or tree has no summary'
      : `${requests.toLocaleString('en-US')} texts and trees have no summary`;
  const all = requests === 1 ? 'a request' : `${requests.toLocaleString('en-US')} requests`;
  return `${counted}: ${all}, at most ${tokens} tokens${price}. Each is made when an agent asks for it, and for each long text you add.`;
}

/** Row of the table of usage. @param dollars null if it is unknown */
export function summariesUsage(
  { requests, promptTokens, completionTokens }: Missing,
  dollars: string | null,
): string {
  const cost = dollars === null ? '' : `, ${dollars}`;
  const count = requests === 1 ? '1 request' : `${requests.toLocaleString('en-US')} requests`;
  return `Of this, for summaries: ${count}, ${promptTokens.toLocaleString('en-US')} tokens read, ${completionTokens.toLocaleString('en-US')} written${cost}.`;
}

// Words about summaries while they are made.

/** One summary needed more tokens than was stated for any. */
export function summariesUseMore(used: number, stated: number): string {
  return `Summaries use more tokens than was stated: ${used.toLocaleString('en-US')} for one, where at most ${stated.toLocaleString('en-US')} were expected.`;
}

export const SUMMARIES_USE_MORE_DETAIL =
  'Its service counts more than is sent and shown, such as the model’s thoughts. Settings, Usage, has what summaries have used; in Settings, Agents, you can pick another model for them, or none.';
