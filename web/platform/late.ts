/**
 * What is made when it is first asked for, and once. For the ways of writing dates and numbers: to make the first takes a phone as long as
 * to draw a dozen lots, and most pages show neither at once.
 */
export function late<T extends object>(make: () => T): () => T {
  let made: T | null = null
  return () => (made ??= make())
}

/**
 * Has the browser read its language data, which the first way of writing a date or a number needs, in a task of its own: while an answer
 * is waited for that will show some.
 */
export function readLanguageSoon(): void {
  setTimeout(() => new Intl.DateTimeFormat('en-US'))
}
