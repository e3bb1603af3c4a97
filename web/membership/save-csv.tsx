import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { saveAs } from '#web/platform/open-link.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Saves a list as it is filtered. */
export function SaveCsv({ url, name }: { url: string; name: string }) {
  const { run, busy } = useSingleFlight(async () => {
    await saveAs(url, name).catch((failure: unknown) =>
      toast({ title: 'The list was not saved', description: wordsOfFailure(failure), variant: 'destructive' }),
    )
  })
  return (
    <Button variant="outline" aria-disabled={busy} onClick={() => void run()}>
      {busy ? 'Saving' : 'Save as CSV'}
    </Button>
  )
}
