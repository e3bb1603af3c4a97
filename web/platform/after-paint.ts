/** Runs something once the browser has shown what stands now. Returns what calls it off. */
export function afterPaint(run: () => void): () => void {
  let later: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    later = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(later)
  }
}
