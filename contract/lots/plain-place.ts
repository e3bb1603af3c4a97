/** Uppercase without spaces and hyphens, for comparing ZIP codes. */
export function plainPlace(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]/g, '')
}
