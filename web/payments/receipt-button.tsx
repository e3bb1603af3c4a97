import { t } from '#web/platform/language/text.ts'
import { useState } from 'react'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { openInTab } from '#web/platform/open-link.ts'
import { failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'

/** Opens a receipt as PDF through a link created for this press. */
export function ReceiptButton({
  label,
  link,
  size = 'default',
}: {
  label: string
  link: () => Promise<{ url: string }>
  size?: 'default' | 'sm'
}) {
  const [fault, setFault] = useState<string | null>(null)
  const { run, busy } = useSingleFlight(async () => {
    setFault(null)
    await openInTab(link).catch((failure: unknown) => setFault(failureMessage(failure)))
  })
  return (
    <>
      <Button variant="link" size={size} aria-disabled={busy} onClick={() => void run()}>
        {t`${label} (PDF)`}
      </Button>
      {fault === null ? null : (
        <p role="alert" className="text-sm font-semibold text-outbid">
          {fault}
        </p>
      )}
    </>
  )
}
