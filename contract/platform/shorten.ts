/** At most `max` UTF-16 units from the start of a text. Never half a character: the database refuses JSON with one. */
export function shorten(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
}
