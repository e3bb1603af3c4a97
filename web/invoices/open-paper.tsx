import type { ComponentProps, ReactNode } from 'react'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Fetches a PDF: asks for a link that lives some minutes, and follows it. */
export function OpenPaper({
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
      toast({ title: 'The PDF was not made', description: wordsOfFailure(failure), variant: 'destructive' })
    }
  })
  return (
    <Button variant={variant} size={size} aria-disabled={busy} onClick={() => void run()}>
      {busy ? 'Making the PDF' : children}
    </Button>
  )
}
