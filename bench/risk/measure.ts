/** What was judged, and what is known to be true. */
export type Judged = { score: number; isShill: boolean }

export type Quality = { from: number; found: number; right: number; missed: number; precision: number; recall: number }

/** How many of those with at least this score are shills, and how many of the shills have it. */
export function qualityAt(judged: readonly Judged[], from: number): Quality {
  const found = judged.filter(({ score }) => score >= from)
  const right = found.filter(({ isShill }) => isShill).length
  const shills = judged.filter(({ isShill }) => isShill).length
  return {
    from,
    found: found.length,
    right,
    missed: shills - right,
    precision: found.length === 0 ? 1 : right / found.length,
    recall: shills === 0 ? 1 : right / shills,
  }
}

export function tableOf(qualities: readonly Quality[]): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`.padStart(9)
  const head = 'score from    found    right   missed precision   recall'
  return [
    head,
    ...qualities.map(
      ({ from, found, right, missed, precision, recall }) =>
        `${String(from).padStart(10)}${String(found).padStart(9)}${String(right).padStart(9)}${String(missed).padStart(9)} ${percent(precision)}${percent(recall)}`,
    ),
  ].join('\n')
}
