import { t } from '#web/platform/language/text.ts'
import type { ComponentProps, ReactNode } from 'react'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Fetches a PDF: requests a link that is valid for some minutes, and follows it. */
export function OpenDocument({
  link,
  variant = 'outline',
  size,
  children,
}: {
  link: () => Promise<{ url: string }>
  children: ReactNode
} & Pick<ComponentProps<typeof Button>, 'variant' | 'size'>) {
  const { run, busy } = useSingleFlight(async () => {
    try {
      const { url } = await link()
      location.assign(url)
    } catch (failure) {
      toast({ title: t`We couldn’t create the PDF`, description: failureMessage(failure), variant: 'destructive' })
    }
  })
  return (
    <Button variant={variant} size={size} aria-disabled={busy} onClick={() => void run()}>
      {busy ? t`Creating PDF` : children}
    </Button>
  )
}
