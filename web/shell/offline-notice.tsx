import { t } from '#web/platform/language/text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { FIRST_BANNER, FIRST_TERMS, inLanguage } from '#contract/seo/first-answers.ts'
import { seenLots } from '../lots/seen-lots.ts'
import { language } from '../platform/language/language.ts'
import { useOnline } from '../platform/online.ts'
import { USER_KEY } from '../platform/query.ts'
import { formatInstant } from '../platform/time.ts'
import { Notice } from '../ui/notice.tsx'
import { Plate } from '../ui/plate.tsx'

/** Queries that the frame of every page reads: they do not show how old a page is. */
const OF_FRAME: readonly unknown[] = [
  USER_KEY[0],
  FIRST_TERMS,
  inLanguage(FIRST_BANNER, language),
  '/api/notifications/unread',
  '/api/buying-power',
]

/**
 * Says that there is no connection, and how old the shown data is; without any it lists the lots seen last. Disappears on its own when
 * everything shown is reloaded.
 */
export function OfflineNotice() {
  const isOnline = useOnline()
  const client = useQueryClient()
  if (isOnline) return null
  const shown = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ queryKey, state }) => state.dataUpdatedAt > 0 && !OF_FRAME.includes(queryKey[0]))
  const asOf = Math.min(...shown.map(({ state }) => state.dataUpdatedAt))
  return (
    <div className="mx-auto w-full max-w-[84rem] px-4 py-4 sm:px-6">
      <Notice tone="info" title={t`You’re offline`}>
        {t`${Number.isFinite(asOf) ? t`This page was last updated ${formatInstant(asOf)}. ` : ''}Prices and times may have changed. Everything updates when your connection is back.`}
        {Number.isFinite(asOf) ? null : <SeenLots />}
      </Notice>
    </div>
  )
}

/** Not links: their pages need a connection. */
function SeenLots() {
  const lots = seenLots()
  if (lots.length === 0) return null
  return (
    <section aria-labelledby="seen-lots" className="mt-4">
      <h2 id="seen-lots" className="text-base">
        {t`Lots you saw last`}
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {lots.map(({ lotNumber, title, closesAt, seenAt }) => (
          <li key={lotNumber} className="flex items-start gap-3 py-2">
            <Plate number={lotNumber} size="sm" />
            <span>
              <span className="block font-semibold break-words">{title}</span>
              {closesAt === null ? null : (
                <span className="block text-sm">{t`Scheduled to close ${formatInstant(closesAt)}`}</span>
              )}
              <span className="block text-sm text-slate">{t`Seen ${formatInstant(seenAt)}`}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
