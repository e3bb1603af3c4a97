import type { ReactNode } from 'react'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Fetches a file and hands it over; says so while it does, and when it could not. */
export function DownloadButton({ get, children }: { get: () => Promise<void>; children: ReactNode }) {
  const { run, busy } = useSingleFlight(async () => {
    await get().catch((failure: unknown) =>
      toast({ title: 'The file was not made', description: wordsOfFailure(failure), variant: 'destructive' }),
    )
  })
  return (
    <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run()}>
      {busy ? 'Making the file' : children}
    </Button>
  )
}
