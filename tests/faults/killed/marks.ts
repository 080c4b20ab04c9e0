/** The text that an operation writes, which can be found among everything else in a grove. */
export function markOf(number: number): string {
  return `mark ${number}; `;
}
