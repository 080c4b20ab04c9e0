/** How much of a damaged grove is there again, and how much of that is certain. */
export function recoveryMessage({
  nodes,
  unverified,
}: {
  readonly nodes: number;
  readonly unverified: number;
}): {
  readonly kept: string;
  readonly doubt: string;
} {
  const kept = nodes === 1 ? '1 text was recovered.' : `${nodes} texts were recovered.`;
  if (unverified === 0) return { kept, doubt: 'All of them are as they were written.' };
  const doubt =
    unverified === 1
      ? 'Of 1 it cannot be shown that it is as it was written.'
      : `Of ${unverified} it cannot be shown that they are as they were written.`;
  return { kept, doubt };
}
