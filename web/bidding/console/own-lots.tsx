import type { LotSummary } from '#contract/lots/lots.ts'
import { Notice } from '#web/ui/notice.tsx'
import { plural, t } from '#web/platform/language/text.ts'

/** Tells auctioneers, from before the auction on, that a colleague has to be at the desk for lots of theirs. */
export function OwnLots({
  lots,
  ownLots,
}: {
  lots: readonly Pick<LotSummary, 'id' | 'lotNumber'>[]
  ownLots: ReadonlySet<string>
}) {
  const next = lots.find(({ id }) => ownLots.has(id))
  if (next === undefined) return null
  return (
    <div className="mt-3 max-w-[48rem]">
      <Notice
        tone="info"
        title={plural(ownLots.size, { one: 'A colleague has to run # lot', other: 'A colleague has to run # lots' })}
      >
        {t`Starting with lot ${next.lotNumber}. You’re selling the vehicle, or you bid on it.`}
      </Notice>
    </div>
  )
}
