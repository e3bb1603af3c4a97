import { t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import type { InvoiceDetail } from '#contract/invoices/invoices.ts'
import { serverNow } from '#web/platform/clock.ts'
import { paths } from '#web/paths.ts'
import { formatDate, formatInstant } from '#web/platform/time.ts'

/** What the buyer of a paid lot does next: pick it up, where, and until when for free. */
export function Pickup({ detail: { collectedAt, forecast, pickup } }: { detail: InvoiceDetail }) {
  if (collectedAt !== null) return <p>{t`Picked up ${formatInstant(collectedAt)}`}</p>
  const storage = forecast.find(({ kind, state }) => kind === 'storage' && state === 'possible')
  return (
    <div>
      <p>{pickup === null ? t`Ready to pick up` : t`Ready to pick up at ${pickup}`}</p>
      {storage === undefined ? null : (
        <p>
          {storage.at > serverNow()
            ? t`Pick up before ${formatDate(storage.on)} to avoid storage charges`
            : t`Storage is charged for every day since ${formatDate(storage.on)}`}
        </p>
      )}
      <Link href={paths.faqAnswer('collection')} className="inline-flex min-h-11 items-center text-link">
        {t`How pickup works`}
      </Link>
    </div>
  )
}
