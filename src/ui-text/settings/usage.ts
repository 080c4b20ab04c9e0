/** The tokens and costs of a grove's continuations. */

export const NO_GROVE_NO_USAGE = 'Usage is recorded per grove. Open one to see it.';
export const NO_USAGE = 'This grove has no continuations yet.';
export const USAGE_INTRO =
  'Tokens as counted by the services, for what is saved in this grove. A cost is shown if the service’s list has prices.';
export const GROUP_BY = 'Group by';
export const GROUP_NAMES = { day: 'Day', tree: 'Tree', agent: 'Agent' } as const;
export const usageBy = (group: keyof typeof GROUP_NAMES) => `Usage by ${GROUP_NAMES[group].toLowerCase()}`;
export const USAGE_COLUMNS = ['Requests', 'Tokens read', 'Tokens written', 'Cost'] as const;
export const TOTAL = 'Total';
export const ARCHIVED_TREE = 'An archived tree';
export const UNKNOWN_AGENT = 'An unknown agent';
export const UNKNOWN = 'unknown';
export const uncountedRequests = (count: number) =>
  `${count} of the requests went to services that report no counts; their tokens are not included.`;
