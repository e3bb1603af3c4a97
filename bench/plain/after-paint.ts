const RUN_NOTHING = () => {}

/** Everything runs at once, and pages render whole. */
export function afterPaint(run: () => void): () => void {
  run()
  return RUN_NOTHING
}

export function afterLoad(run: () => void): () => void {
  return afterPaint(run)
}

export function useIsPainted(): boolean {
  return true
}
