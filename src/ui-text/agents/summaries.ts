/** Words about summaries while they are made. */

/** One summary needed more tokens than was stated for any. */
export function summariesUseMore(used: number, stated: number): string {
  return `Summaries use more tokens than was stated: ${used.toLocaleString('en-US')} for one, where at most ${stated.toLocaleString('en-US')} were expected.`;
}

export const SUMMARIES_USE_MORE_DETAIL =
  'Its service counts more than is sent and shown, such as the model’s thoughts. Settings, Usage, has what summaries have used; in Settings, Agents, you can pick another model for them, or none.';
