import type { lotFile } from '#contract/calendar.ts'
import { route, urlOf } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'

const FILE = route<typeof lotFile>('GET', '/api/lots/:lotId/calendar.ics')

/** The lot's likely close as a file for any calendar program. */
export function AddToCalendar({ lotId }: { lotId: string }) {
  return (
    <Button asChild variant="outline">
      <a href={urlOf(FILE.path, { lotId })} download>
        Add closing to calendar
      </a>
    </Button>
  )
}
