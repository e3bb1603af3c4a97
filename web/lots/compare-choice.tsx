import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { COMPARED_MAX, comparisonPath, toggleCompared, useComparedLots } from './comparison.ts'

/** Adds a lot to the comparison or removes it; for people who may see the compared data. */
export function CompareChoice({ lotNumber, className }: { lotNumber: number; className: string }) {
  const { user } = useUser()
  const compared = useComparedLots()
  if (accessDenial(user, 'complete') !== null) return null
  return (
    <label
      className={`inline-flex min-h-9 cursor-pointer items-center gap-2 text-slate pointer-coarse:min-h-11 ${className}`}
    >
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-ink"
        checked={compared.includes(lotNumber)}
        onChange={() => toggle(lotNumber)}
      />
      <span>
        <Trans>
          Compare<span className="sr-only"> lot {lotNumber}</span>
        </Trans>
      </span>
    </label>
  )
}

function toggle(lotNumber: number) {
  if (toggleCompared(lotNumber)) return
  const description = t`Remove one of the lots in the comparison to add lot ${lotNumber}.`
  toast({ title: t`You can compare up to ${COMPARED_MAX} lots`, description })
}

/** Links to the comparison as soon as there is one. */
export function CompareLink() {
  const compared = useComparedLots()
  if (compared.length < 2) return null
  return (
    <Button asChild variant="outline">
      <Link href={comparisonPath(compared)}>{t`Compare ${compared.length} lots`}</Link>
    </Button>
  )
}
