/** The program's name and its windows' titles. */
export const APP_NAME = 'Aspen Grove';

export function groveWindowTitle(groveName: string): string {
  return `${groveName} – ${APP_NAME}`;
}
