import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import type { Correction } from '#contract/lots/corrections.ts'
import type { Lot } from '#contract/lots/lots.ts'
import { formatInstant } from '#web/platform/time.ts'

/** What was corrected since the lot was published: old text, new text, when, and why. */
export function LotCorrections({ corrections }: Pick<Lot, 'corrections'>) {
  return (
    <section aria-labelledby="corrections" className="rounded-md border border-notice p-4">
      <h2 id="corrections" className="text-lg">
        {t`Corrections`}
      </h2>
      <CorrectionList corrections={corrections} />
    </section>
  )
}

export function CorrectionList({ corrections }: { corrections: readonly Correction[] }) {
  return (
    <ul className="mt-2 flex flex-col gap-3">
      {corrections.map(({ id, at, reason, changes }) => (
        <li key={id}>
          {changes.map(({ field, name, before, after }) => (
            <p key={field} className="tabular break-words">
              <Trans>
                <strong className="font-semibold">{name}</strong> corrected from
              </Trans>{' '}
              <s>{before}</s>{' '}
              <Trans>
                to <b>{after}</b>
              </Trans>
            </p>
          ))}
          <p className="text-sm text-slate">{t`${formatInstant(at)}. Reason: ${reason}`}</p>
        </li>
      ))}
    </ul>
  )
}
