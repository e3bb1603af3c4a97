import { t } from '#web/platform/language/text.ts'
import { failureMessage } from '../platform/request.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Says that a request failed, and why. `also`: reassurance about what is not affected; `onRetry`: sends it again. */
export function RequestFailed({
  title,
  also,
  failure,
  onRetry,
}: {
  title: string
  also?: string
  failure: unknown
  onRetry?: () => void
}) {
  return (
    <Notice tone="bad" title={title}>
      <p>
        {also === undefined ? null : `${also} `}
        {failureMessage(failure)}
      </p>
      {onRetry === undefined ? null : (
        <Button variant="outline" size="sm" className="mt-2" onClick={onRetry}>
          {t`Try again`}
        </Button>
      )}
    </Notice>
  )
}
