import { t } from '#web/platform/language/text.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { openInTab } from '#web/platform/open-link.ts'
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
  const { run, busy, fault } = useAttempt(() => openInTab(link))
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
