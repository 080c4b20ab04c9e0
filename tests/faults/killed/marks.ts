/** What an operation writes, found again among everything else that is in a grove. */
export function markOf(number: number): string {
  return `mark ${number}; `;
}
