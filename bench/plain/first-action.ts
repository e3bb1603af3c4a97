/** Runs at once, without waiting for the person. */
export function onFirstAction(run: () => void): () => void {
  run()
  return () => {}
}
