/**
 * What is made when it is first asked for, and once. For the ways of writing dates and numbers: to make the first takes a phone as long as
 * to draw a dozen lots, and most pages show neither at once.
 */
export function late<T extends object>(make: () => T): () => T {
  let made: T | null = null
  return () => (made ??= make())
}
